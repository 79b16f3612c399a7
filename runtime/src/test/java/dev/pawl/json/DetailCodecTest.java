package dev.pawl.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.card.Item.ToolResult;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DetailCodecTest {
    private static final CallId CALL = new CallId("call_1");

    static List<Detail> every() {
        return List.of(
                new Detail.Nothing(),
                new Detail.Command("ls", "/work"),
                new Detail.Ran("ls", "/work", -1, "a\nb", 12),
                new Detail.Ran("ls", "/work", 0, "a", 12, Optional.of(new CallId("call_0"))),
                new Detail.Edits(List.of(
                        new Detail.FileChange("a", Detail.FileChange.Kind.ADD, "", "+a"),
                        new Detail.FileChange("b", Detail.FileChange.Kind.UPDATE, "c", "-b\n+c"))),
                new Detail.Plan("why", List.of(new Detail.PlanStep("first", Detail.PlanStep.Progress.IN_PROGRESS))),
                new Detail.Picture("/project/a.png", "data:image/png;base64,AA=="),
                new Detail.Mcp("lab", "echo", "{}", ""));
    }

    @ParameterizedTest
    @MethodSource("every")
    void everyDetailComesBackWithItsCallAndItsResult(Detail detail) {
        var call = new ToolCall(CALL, "tool", ToolCall.Form.FUNCTION, "{}", Replay.READ, detail);
        var result = new ToolResult(CALL, CallOutcome.SUCCESS, AfterExecution.CONTINUE, "out", detail);

        assertThat(ItemCodec.read(call.type(), ItemCodec.write(call))).isEqualTo(call);
        assertThat(ItemCodec.read(result.type(), ItemCodec.write(result))).isEqualTo(result);
    }

    @Test
    void cardsFromBeforeDetailsReadAsHavingNone() {
        var old =
                "{\"tool_call_id\":\"call_1\",\"status\":\"success\",\"after_execution\":\"continue\",\"result\":\"x\"}";

        assertThat(ItemCodec.read("tool_result", old)).isEqualTo(ToolResult.success(CALL, "x"));
    }

    @Test
    void aDetailNobodyKnowsIsNothing() {
        assertThat(DetailCodec.read(Json.parse("{\"kind\":\"odd\"}"))).isEqualTo(new Detail.Nothing());
    }
}
