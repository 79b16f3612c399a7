package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Prompt;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.http.Proxies;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.Handover;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import dev.pawl.provider.responses.ResponseItems;
import dev.pawl.provider.responses.ResponsesDialect;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ResponsesRequestTest {
    @Test
    void theRequestIsTheOneCodexSends() throws Exception {
        var manner = new Prompt.ResponseOptions("high", "auto", "low", "{\"type\":\"object\"}");
        try (var server = new WireServer(stage -> stage.whole(Sse.COMPLETED));
                var model = Asking.responses(server)) {
            Asking.ask(model, Asking.prompt(List.of(Item.UserMessage.of("hi")), History.TOOLS, manner));

            var request = server.received().getFirst();
            var thread = Asking.THREAD.value();
            assertThat(request.path()).isEqualTo("/v1/responses");
            assertThat(request.headers())
                    .containsAllEntriesOf(Map.of(
                            "authorization", "Bearer sk-test",
                            "accept", "text/event-stream",
                            "content-type", "application/json",
                            "session-id", thread,
                            "thread-id", thread,
                            "x-client-request-id", thread,
                            "originator", "pawl_exec"))
                    .containsKeys("user-agent", "host", "content-length");
            assertThat(Json.parse(request.body())).isEqualTo(Json.parse("""
                    {"model":"gpt-5.5",
                     "input":[
                       {"type":"message","role":"developer","content":[{"type":"input_text","text":"Be brief."}]},
                       {"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}],
                     "tools":[
                       {"type":"function","name":"exec_command","description":"Runs a command.","strict":false,
                        "parameters":{"type":"object","properties":{}}},
                       {"type":"custom","name":"apply_patch","description":"Edits files.",
                        "format":{"type":"grammar","syntax":"lark","definition":"start: begin"}}],
                     "tool_choice":"auto","parallel_tool_calls":true,
                     "reasoning":{"effort":"high","summary":"auto"},
                     "store":false,"stream":true,"include":["reasoning.encrypted_content"],
                     "prompt_cache_key":"%s",
                     "text":{"verbosity":"low","format":{"type":"json_schema","strict":true,
                       "schema":{"type":"object"},"name":"codex_output_schema"}}}
                    """.formatted(thread)));
        }
    }

    @Test
    void whatIsNotAskedForIsNotSent() {
        var body = ResponsesDialect.body(new Prompt(
                Asking.THREAD, "m", "", List.of(), List.of(), new Prompt.ResponseOptions("", "none", "", "")));

        assertThat(body.asFields()).doesNotContainKeys("tools", "reasoning", "text", "instructions");
        assertThat(body.list("input")).isEmpty();
    }

    @Test
    void headersOfTheSettingsWin() throws Exception {
        try (var server = new WireServer(stage -> stage.whole(Sse.COMPLETED))) {
            var endpoint = new ProviderSettings.Endpoint(
                    server.baseUrl(),
                    ApiKey.of("k"),
                    Map.of("Originator", "codex_sdk_ts", "X-Evil", "a\r\nx-injected: 1"),
                    Map.of(),
                    Proxies.NONE);
            try (var model =
                    Providers.open(new ProviderSettings("a", "A", WireApi.RESPONSES, endpoint, Asking.SHORT))) {
                Asking.ask(model, Asking.hello());
            }

            assertThat(server.received().getFirst().headers())
                    .containsEntry("originator", "codex_sdk_ts")
                    .containsEntry("x-evil", "ax-injected: 1")
                    .doesNotContainKey("x-injected");
        }
    }

    @Test
    void everyItemHasItsSpelling() {
        var input = new Json.Arr(ResponseItems.write(History.EVERYTHING)).write();

        assertThat(Json.parse(input.replace("We fixed the parser.", "SUMMARY")
                        .replace(Handover.text("SUMMARY").strip().replace("\n", "\\n"), "HANDOVER")))
                .isEqualTo(Json.parse("""
                [{"type":"message","role":"user","content":[{"type":"input_text","text":"HANDOVER"}]},
                 {"type":"message","role":"developer","content":[{"type":"input_text","text":"You may write."}]},
                 {"type":"message","role":"user","content":[{"type":"input_text","text":"<environment_context/>"}]},
                 {"type":"message","role":"user","content":[{"type":"input_text","text":"look"},
                   {"type":"input_image","image_url":"PICTURE","detail":"high"}]},
                 {"type":"message","role":"assistant","content":[{"type":"output_text","text":"I look."}]},
                 {"type":"function_call","name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}","call_id":"call_ls"},
                 {"type":"custom_tool_call","status":"completed","call_id":"call_patch","name":"apply_patch",
                   "input":"*** Begin Patch"},
                 {"type":"function_call_output","call_id":"call_ls","output":"a.txt"},
                 {"type":"custom_tool_call_output","call_id":"call_patch","output":"no"},
                 {"type":"function_call","name":"view_image","arguments":"{\\"path\\":\\"a.png\\"}","call_id":"call_view"},
                 {"type":"function_call_output","call_id":"call_view",
                   "output":[{"type":"input_image","image_url":"PICTURE","detail":"high"}]},
                 {"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]},
                 {"type":"message","role":"user","content":[{"type":"input_text","text":"thanks"}]}]
                """.replace("PICTURE", History.PICTURE)));
    }

    static Stream<Item> whatAModelSays() {
        return Stream.of(
                new Item.AgentMessage("hello \uD83D\uDE00"),
                ResponseItems.read(Json.parse("{\"type\":\"reasoning\",\"id\":\"rs_1\",\"status\":\"completed\","
                        + "\"summary\":[{\"type\":\"summary_text\",\"text\":\"a\"}],\"encrypted_content\":\"x\"}")),
                ResponseItems.read(Json.parse(
                        "{\"type\":\"reasoning\",\"content\":[{\"type\":\"reasoning_text\",\"text\":\"raw\"}]}")),
                History.call(History.LS, "exec_command", Form.FUNCTION, "{\"cmd\":\"ls\"}"),
                History.call(History.PATCH, "apply_patch", Form.FREEFORM, "*** Begin Patch\n*** End Patch"),
                new Item.Opaque("web_search_call", "{\"type\":\"web_search_call\",\"status\":\"completed\"}"));
    }

    @ParameterizedTest
    @MethodSource("whatAModelSays")
    void whatAModelSaidIsSentBackAsItWasSaid(Item item) {
        var sent = ResponseItems.write(List.of(item));

        assertThat(sent).hasSize(1);
        assertThat(ResponseItems.read(Json.parse(sent.getFirst().write()))).isEqualTo(item);
        assertThat(sent.getFirst().asFields()).doesNotContainKey(item instanceof Item.Reasoning ? "id" : "-");
    }

    @Test
    void anotherProvidersThoughtsAreNotSent() {
        var foreign = new Item.Reasoning("thought", "{\"type\":\"thinking\",\"signature\":\"s\"}");

        assertThat(ResponseItems.write(
                        List.of(foreign, new Item.Reasoning("no seal", ""), new Item.Reasoning("x", "not JSON"))))
                .isEmpty();
    }

    @Test
    void aCallWithoutAUsableNameGetsOne() {
        var first = (Item.ToolCall) ResponseItems.read(Json.parse("{\"type\":\"function_call\",\"name\":\"x\"}"));
        var second = (Item.ToolCall)
                ResponseItems.read(Json.parse("{\"type\":\"function_call\",\"name\":\"x\",\"call_id\":\"a b\"}"));

        assertThat(first.call()).isNotEqualTo(second.call());
    }
}
