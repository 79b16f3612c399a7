package dev.pawl.tool.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Tool.Outcome;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Field;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.tool.Places;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SubmitResultTest {
    private static final List<Field> ASKED = List.of(new Field("title", "a title"), new Field("count", "how many"));

    private static Outcome.Done run(List<Field> asked, String result) {
        return new SubmitResult(asked)
                .run(Places.call("c", "submit_result", "{\"result\":" + result + "}"), RunMode.CONFINED, _ -> {});
    }

    private static Item.Deliverable deliverable(Outcome.Done outcome) {
        return SubmitResult.deliverable(
                new Item.ToolResult(new CallId("c"), outcome.answer(), outcome.after(), outcome.text()));
    }

    private static final String LIST = "[{\"name\":\"extra\",\"value\":true},"
            + "{\"name\":\"count\",\"value\":3},{\"name\":\"title\",\"value\":\"T\"}]";

    @ParameterizedTest
    @ValueSource(strings = {"{\"fields\":" + LIST + "}", LIST, "{\"extra\":true,\"count\":3,\"title\":\"T\"}"})
    void allThreeFormsHandInTheSame(String result) {
        var outcome = run(ASKED, result);
        assertThat(outcome.answer()).isEqualTo(CallOutcome.SUCCESS);
        assertThat(outcome.after()).isEqualTo(AfterExecution.TERMINATE);
        assertThat(deliverable(outcome))
                .isEqualTo(Item.Deliverable.success(
                        List.of(new Field("title", "T"), new Field("count", "3"), new Field("extra", "true"))));
    }

    @Test
    void whatIsMissingOrDoubledIsSentBack() {
        assertThat(run(ASKED, "{\"title\":\"T\"}").text()).isEqualTo("missing fields: count");
        assertThat(run(ASKED, "{}").text()).isEqualTo("missing fields: title, count");
        var twice = run(ASKED, "[{\"name\":\"title\",\"value\":\"a\"},{\"name\":\"title\",\"value\":\"b\"}]");
        assertThat(twice.text()).isEqualTo("field given twice: title");
        assertThat(twice.answer()).isEqualTo(CallOutcome.FAILED);
        assertThat(twice.after()).isEqualTo(AfterExecution.CONTINUE);
        assertThat(run(ASKED, "\"done\"").answer()).isEqualTo(CallOutcome.FAILED);
        assertThat(run(ASKED, "null").text()).contains("missing field `result`");
    }

    @Test
    void withoutFieldsAskedForAnythingGoes() {
        assertThat(deliverable(run(List.of(), "\"done\""))).isEqualTo(Item.Deliverable.success("done"));
        assertThat(deliverable(run(List.of(), "{\"a\":1}"))).isEqualTo(Item.Deliverable.success("{\"a\":1}"));
        assertThat(deliverable(run(List.of(), "{\"fields\":[{\"name\":\"a\",\"value\":\"1\"}]}")))
                .isEqualTo(Item.Deliverable.success(List.of(new Field("a", "1"))));
    }
}
