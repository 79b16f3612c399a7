package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.card.Usage;
import dev.pawl.id.CallId;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import dev.pawl.provider.script.ScriptedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(20)
class ScriptedModelTest {
    private static final String FIX = """
            # read, patch, answer
            {"items":[{"type":"reasoning","summary":"**Look**"},{"type":"text","text":"I look.","deltas":3},\
            {"type":"function_call","name":"exec_command","arguments":{"cmd":"cat a"}},{"type":"function_call","name":"exec_command","arguments":"{\\"cmd\\":\\"cat b\\"}"}]}
            {"items":[{"type":"custom_tool_call","name":"apply_patch","input":"*** Begin Patch"}],"usage":{"input":7,"cached":1,"output":2,"reasoning":1}}

            {"items":[{"type":"text","text":"Done."}]}
            {"items":[{"type":"text","text":"You are welcome."}]}
            """;

    @TempDir
    Path folder;

    @Test
    void aTurnIsPlayedToItsEnd() throws Exception {
        var history = new ArrayList<Item>(List.of(Item.UserMessage.of("fix it")));

        var first = step(FIX, history);
        var second = step(FIX, history);
        var third = step(FIX, history);
        history.add(Item.Deliverable.success("Done."));
        history.add(Item.UserMessage.of("thanks"));
        var fourth = step(FIX, history);

        assertThat(first.text()).isEqualTo("I look.");
        assertThat(first.items()).hasSize(4);
        assertThat(first.events())
                .filteredOn(ModelEvent.TextDelta.class::isInstance)
                .hasSize(3);
        assertThat(second.items().getFirst())
                .isEqualTo(new Item.ToolCall(
                        new CallId("script_1_0_13e2f492a197"),
                        "apply_patch",
                        Form.FREEFORM,
                        "*** Begin Patch",
                        Replay.EFFECT));
        assertThat(second.completed().usage()).isEqualTo(new Usage(7, 1, 0, 2, 1, 9));
        assertThat(third.items()).containsExactly(new Item.AgentMessage("Done."));
        assertThat(fourth.items()).containsExactly(new Item.AgentMessage("You are welcome."));
    }

    @Test
    void resultsBetweenTheCallsOfOneAnswerDoNotCount() throws Exception {
        var answer = step(FIX, new ArrayList<>(List.of(Item.UserMessage.of("fix it"))));
        var history = new ArrayList<Item>(List.of(Item.UserMessage.of("fix it")));
        for (var item : answer.items()) {
            history.add(item);
            if (item instanceof Item.ToolCall call) history.add(Item.ToolResult.success(call.call(), "ok"));
        }

        assertThat(step(FIX, history).items().getFirst()).isInstanceOf(Item.ToolCall.class);
    }

    @Test
    void afterACompactionTheScriptGoesOn() throws Exception {
        var script = """
                {"items":[{"type":"function_call","name":"a"}]}
                {"items":[{"type":"text","text":"SUMMARY: a was called."}]}
                {"items":[{"type":"function_call","name":"b"}]}
                {"items":[{"type":"text","text":"end"}]}
                """;
        var compacted =
                new ArrayList<Item>(List.of(new Item.Summary("SUMMARY: a was called."), Item.UserMessage.of("go")));

        assertThat(((Item.ToolCall) step(script, compacted).items().getFirst()).tool())
                .isEqualTo("b");
        assertThat(step(script, compacted).text()).isEqualTo("end");
    }

    @Test
    void aCallMayHaveANameOfItsOwn() throws Exception {
        var script = """
                [{"items":[{"type":"function_call","name":"a","call_id":"mine"}]},
                 {"items":[{"type":"opaque","item":{"type":"web_search_call","id":"ws_1"}}], "go_on": true},
                 {"items":[{"type":"text","text":"end"}]}]
                """;
        var history = new ArrayList<Item>();

        assertThat(((Item.ToolCall) step(script, history).items().getFirst()).call())
                .isEqualTo(new CallId("mine"));
        var search = step(script, history);
        assertThat(search.items().getFirst())
                .isEqualTo(new Item.Opaque("web_search_call", "{\"type\":\"web_search_call\",\"id\":\"ws_1\"}"));
        assertThat(search.completed().goOn()).isTrue();
    }

    @Test
    void aScriptThatIsUsedUpSaysSo() throws Exception {
        var model = model("{\"answers\":[{\"items\":[]}]}");

        assertThat(Asking.ask(model, Asking.hello()).completed().usage().total())
                .isEqualTo(120);
        var failure =
                Asking.ask(model, Asking.prompt(new Item.AgentMessage("one"))).broken();
        assertThat(failure.kind().worthRetrying()).isFalse();
        assertThat(failure).hasMessageContaining("used up: it has 1 answers, and the prompt asks for number 2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense",
                "{\"items\":[{\"type\":\"song\"}]}",
                "{\"items\":3}",
                "{\"items\":[],\"fault\":{\"kind\":\"flood\"}}",
                "{\"items\":[],\"fault\":{\"kind\":\"fail\",\"failure\":\"sadness\"}}",
            })
    void aBrokenScriptIsNamed(String script) throws Exception {
        var failure = Asking.ask(model(script), Asking.hello()).broken();

        assertThat(failure.kind()).isEqualTo(Kind.BAD_REQUEST);
        assertThat(failure).hasMessageContaining("script.jsonl cannot be read");
    }

    @Test
    void aMissingScriptIsNamed() throws Exception {
        var model = new ScriptedModel(folder.resolve("nowhere"));

        assertThat(Asking.ask(model, Asking.hello()).broken()).hasMessageContaining("nowhere cannot be read");
    }

    @Test
    void aCutIsPlayedOnce() throws Exception {
        var model = model("{\"items\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"text\",\"text\":\"b\"}],"
                + "\"fault\":{\"kind\":\"cut\",\"after\":1}}");

        var cut = Asking.ask(model, Asking.hello());
        var whole = Asking.ask(model, Asking.hello());

        assertThat(cut.items()).containsExactly(new Item.AgentMessage("a"));
        assertThat(cut.broken().kind()).isEqualTo(Kind.STREAM);
        assertThat(whole.items()).hasSize(2);
    }

    @Test
    void aFailureComesBeforeTheAnswer() throws Exception {
        var model = model("{\"items\":[],\"fault\":{\"kind\":\"fail\",\"failure\":\"rate_limit\",\"message\":\"slow\","
                + "\"status\":429,\"retry_after_ms\":50,\"times\":2}}");

        assertThatThrownBy(() -> model.ask(Asking.hello())).isInstanceOf(ModelFailure.class);
        var failure = Asking.ask(model, Asking.hello()).broken();
        assertThat(failure.kind()).isEqualTo(Kind.RATE_LIMIT);
        assertThat(failure.retryAfter()).isEqualTo(Duration.ofMillis(50));
        assertThat(Asking.ask(model, Asking.hello()).events()).hasSize(1);
    }

    @Test
    void aHangEndsWithAnInterruptOrAClose() throws Exception {
        var model = model("{\"items\":[],\"fault\":{\"kind\":\"hang\",\"times\":2}}");

        var waiting = new FutureTask<>(() -> Asking.ask(model, Asking.hello()));
        var thread = Thread.ofPlatform().start(waiting);
        thread.interrupt();
        assertThatThrownBy(() -> waiting.get(5, TimeUnit.SECONDS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(InterruptedException.class);

        var answering = model("{\"items\":[],\"fault\":{\"kind\":\"hang\"}}").ask(Asking.hello());
        var reading = new FutureTask<>(answering::next);
        Thread.ofPlatform().start(reading);
        answering.close();
        assertThatThrownBy(() -> reading.get(5, TimeUnit.SECONDS)).hasCauseInstanceOf(ModelFailure.class);
    }

    @Test
    void aRecordingPlaysAsItWas() throws Exception {
        var file = folder.resolve("recorded.jsonl");
        var history = new ArrayList<Item>(List.of(Item.UserMessage.of("fix it")));
        var said = new ArrayList<Asking.Heard>();
        try (var recording = Providers.recording(model(FIX), file)) {
            for (var i = 0; i < 3; i++) said.add(step(recording, history));
        }

        var again = new ArrayList<Item>(List.of(Item.UserMessage.of("fix it")));
        var played = new ScriptedModel(file);
        for (var heard : said) assertThat(step(played, again)).isEqualTo(heard);
        assertThat(again).isEqualTo(history);
        assertThat(Files.readString(file)).doesNotContain("script_");
    }

    @Test
    void aRecordingKeepsWhatABrokenAnswerHadFinished() throws Exception {
        var file = folder.resolve("recorded.jsonl");
        var script = "{\"items\":[{\"type\":\"text\",\"text\":\"a\"}],\"fault\":{\"kind\":\"cut\"}}";
        try (var recording = Providers.recording(model(script), file)) {
            assertThat(Asking.ask(recording, Asking.hello()).broken().kind()).isEqualTo(Kind.STREAM);
        }

        var played = Asking.ask(new ScriptedModel(file), Asking.hello());
        assertThat(played.items()).containsExactly(new Item.AgentMessage("a"));
        assertThat(played.broken().kind()).isEqualTo(Kind.STREAM);
    }

    private Model model(String script) throws IOException {
        var file = folder.resolve("script.jsonl");
        Files.writeString(file, script);
        return Providers.open(ProviderSettings.of("demo", WireApi.SCRIPTED, file.toString(), ApiKey.NONE));
    }

    private Asking.Heard step(String script, List<Item> history) throws IOException, InterruptedException {
        return step(model(script), history); // a new model each time: nothing is remembered
    }

    private static Asking.Heard step(Model model, List<Item> history) throws InterruptedException {
        var heard = Asking.ask(model, Asking.prompt(history.toArray(Item[]::new)));
        history.addAll(heard.items());
        for (var item : heard.items()) {
            if (item instanceof Item.ToolCall call) history.add(Item.ToolResult.success(call.call(), "ok"));
        }
        return heard;
    }
}
