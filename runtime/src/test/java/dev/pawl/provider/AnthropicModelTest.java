package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent.Completed;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.ItemDone;
import dev.pawl.agent.ModelEvent.ReasoningDelta;
import dev.pawl.agent.ModelEvent.TextDelta;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.agent.Prompt;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Usage;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import dev.pawl.provider.anthropic.AnthropicDialect;
import dev.pawl.provider.anthropic.AnthropicMessages;
import dev.pawl.provider.dialect.Handover;
import dev.pawl.provider.dialect.WireApi;
import dev.pawl.provider.responses.ResponseItems;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnthropicModelTest {
    private static final String START = event("{\"type\":\"message_start\",\"message\":{\"id\":\"msg_1\",\"role\":"
            + "\"assistant\",\"content\":[],\"usage\":{\"input_tokens\":10,\"cache_creation_input_tokens\":20,"
            + "\"cache_read_input_tokens\":300,\"output_tokens\":1}}}");
    private static final String PING = event("{\"type\":\"ping\"}");
    private static final String STOP = event("{\"type\":\"message_stop\"}");
    private static final String THOUGHT = begin(0, "{\"type\":\"thinking\",\"thinking\":\"\",\"signature\":\"\"}")
            + delta(0, "{\"type\":\"thinking_delta\",\"thinking\":\"Hm.\"}")
            + delta(0, "{\"type\":\"signature_delta\",\"signature\":\"c2ln\"}")
            + end(0);

    @Test
    void anAnswerIsToldInOrder() throws Exception {
        var heard = hear(START
                + PING
                + THOUGHT
                + text(1, "Grüße 😀")
                + begin(2, "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"exec_command\",\"input\":{}}")
                + delta(2, "{\"type\":\"input_json_delta\",\"partial_json\":\"\"}")
                + delta(2, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"cmd\\\":\"}")
                + delta(2, "{\"type\":\"input_json_delta\",\"partial_json\":\"\\\"ls\\\"}\"}")
                + end(2)
                + begin(3, "{\"type\":\"tool_use\",\"id\":\"toolu_2\",\"name\":\"update_plan\",\"input\":{}}")
                + end(3)
                + stopped("tool_use", 55)
                + STOP);

        assertThat(heard.events())
                .containsExactly(
                        new ItemBegan("block_0", "reasoning"),
                        new ReasoningDelta("block_0", 0, "Hm."),
                        new ItemBegan("block_1", "message"),
                        new TextDelta("block_1", "Grüße 😀"),
                        new ItemBegan("block_2", "function_call"),
                        new ItemBegan("block_3", "function_call"),
                        new ItemDone(
                                "block_0",
                                new Item.Reasoning(
                                        "Hm.", "{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"c2ln\"}")),
                        new ItemDone("block_1", new Item.AgentMessage("Grüße 😀")),
                        new ItemDone("block_2", function("toolu_1", "exec_command", "{\"cmd\":\"ls\"}")),
                        new ItemDone("block_3", function("toolu_2", "update_plan", "{}")),
                        new Completed(new Usage(330, 300, 20, 55, 1, 385), false));
    }

    @Test
    void thoughtsGoBackAsTheyCame() throws Exception {
        var heard = hear(START
                + THOUGHT
                + begin(1, "{\"type\":\"redacted_thinking\",\"data\":\"EmwK\"}")
                + end(1)
                + text(2, "So.")
                + stopped("end_turn", 5)
                + STOP);

        assertThat(new AnthropicMessages("").of(heard.items()).at(1).at("content"))
                .isEqualTo(Json.parse("""
                [{"type":"thinking","thinking":"Hm.","signature":"c2ln"},{"type":"redacted_thinking","data":"EmwK"},
                 {"type":"text","text":"So."}]
                """));
        assertThat(ResponseItems.write(heard.items())).hasSize(1);
    }

    @Test
    void anAnswerWithoutAnEndIsBroken() throws Exception {
        var heard = hear(START + text(0, "hi") + stopped("end_turn", 5));

        assertThat(heard.items()).containsExactly(new Item.AgentMessage("hi"));
        assertThat(heard.broken().kind()).isEqualTo(Kind.STREAM);
        assertThat(heard.broken())
                .hasMessage("stream disconnected before completion: stream closed before message_stop");
    }

    @ParameterizedTest
    @CsvSource({
        "max_tokens, BAD_REQUEST",
        "model_context_window_exceeded, CONTEXT_OVERFLOW",
        "refusal, BAD_REQUEST",
    })
    void aStoppedAnswerTellsNoHalfCall(String reason, Kind kind) throws Exception {
        var heard = hear(START
                + text(0, "half")
                + begin(1, "{\"type\":\"tool_use\",\"id\":\"toolu_1\",\"name\":\"x\",\"input\":{}}")
                + delta(1, "{\"type\":\"input_json_delta\",\"partial_json\":\"{\\\"cm\"}")
                + end(1)
                + stopped(reason, 5)
                + STOP);

        assertThat(heard.items()).containsExactly(new Item.AgentMessage("half"));
        assertThat(heard.broken().kind()).isEqualTo(kind);
    }

    @Test
    void aPausedTurnGoesOn() throws Exception {
        assertThat(hear(START + stopped("pause_turn", 5) + STOP).completed().goOn())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            overloaded_error | Overloaded | SERVER
            api_error | Internal server error | SERVER
            rate_limit_error | try again in 3s | RATE_LIMIT
            invalid_request_error | prompt is too long: 210000 tokens > 200000 maximum | CONTEXT_OVERFLOW
            invalid_request_error | messages: wrong | BAD_REQUEST
            authentication_error | invalid x-api-key | UNAUTHORIZED
            brand_new_error | what | STREAM
            """)
    void anErrorInsideTheAnswerIsOne(String type, String message, Kind kind) throws Exception {
        var heard = hear(START
                + text(0, "x")
                + event("{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message + "\"}}"));

        assertThat(heard.items()).hasSize(1);
        assertThat(heard.broken().kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | invalid_request_error | prompt is too long: 210000 tokens > 200000 maximum | CONTEXT_OVERFLOW | 1
            400 | invalid_request_error | Your credit balance is too low to access the API | QUOTA | 1
            400 | invalid_request_error | messages: at least one message is required | BAD_REQUEST | 1
            401 | authentication_error | invalid x-api-key | UNAUTHORIZED | 1
            403 | permission_error | no | UNAUTHORIZED | 1
            404 | not_found_error | model: claude-x | BAD_REQUEST | 1
            413 | request_too_large | Request exceeds the maximum size | CONTEXT_OVERFLOW | 1
            429 | rate_limit_error | slow down | RATE_LIMIT | 1
            500 | api_error | oops | SERVER | 3
            529 | overloaded_error | Overloaded | SERVER | 3
            """)
    void aRefusalHasItsMeaning(int status, String type, String message, Kind kind, int requests) throws Exception {
        var body = "{\"type\":\"error\",\"error\":{\"type\":\"" + type + "\",\"message\":\"" + message + "\"}}";
        try (var server = new WireServer(stage -> stage.refuse(status, Map.of("retry-after", "0.001"), body));
                var model = model(server)) {
            var failure = Asking.ask(model, Asking.hello()).broken();

            assertThat(failure.kind()).isEqualTo(kind);
            assertThat(server.received()).hasSize(requests);
            if (kind == Kind.RATE_LIMIT) assertThat(failure.retryAfter()).isEqualTo(Duration.ofMillis(1));
        }
    }

    @Test
    void theRequestTakesTurnsAndMarksItsPrefix() throws Exception {
        try (var server = new WireServer(stage -> stage.whole(START + stopped("end_turn", 1) + STOP));
                var model = model(server)) {
            Asking.ask(model, Asking.prompt(History.EVERYTHING, History.TOOLS, Prompt.ResponseOptions.PLAIN));

            var request = server.received().getFirst();
            assertThat(request.path()).isEqualTo("/v1/messages");
            assertThat(request.headers())
                    .containsEntry("x-api-key", "sk-test")
                    .containsEntry("anthropic-version", "2023-06-01")
                    .doesNotContainKey("authorization");
            assertThat(Json.parse(request.body().replace(Handover.text("").strip(), "HANDOVER")))
                    .isEqualTo(Json.parse("""
                    {"model":"gpt-5.5","max_tokens":32000,"stream":true,
                     "system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],
                     "messages":[
                      {"role":"user","content":[
                        {"type":"text","text":"HANDOVER\\nWe fixed the parser."},
                        {"type":"text","text":"You may write."},
                        {"type":"text","text":"<environment_context/>"},
                        {"type":"text","text":"look"},
                        {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]},
                      {"role":"assistant","content":[
                        {"type":"text","text":"I look."},
                        {"type":"tool_use","id":"call_ls","name":"exec_command","input":{"cmd":"ls"}},
                        {"type":"tool_use","id":"call_patch","name":"apply_patch","input":{"input":"*** Begin Patch"}}]},
                      {"role":"user","content":[
                        {"type":"tool_result","tool_use_id":"call_ls","content":"a.txt"},
                        {"type":"tool_result","tool_use_id":"call_patch","content":"no","is_error":true}]},
                      {"role":"assistant","content":[
                        {"type":"tool_use","id":"call_view","name":"view_image","input":{"path":"a.png"}}]},
                      {"role":"user","content":[
                        {"type":"tool_result","tool_use_id":"call_view","content":[
                          {"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBORw0KGgo="}}]}]},
                      {"role":"assistant","content":[{"type":"text","text":"Done."}]},
                      {"role":"user","content":[{"type":"text","text":"thanks","cache_control":{"type":"ephemeral"}}]}],
                     "tools":[
                      {"name":"exec_command","description":"Runs a command.","input_schema":{"type":"object","properties":{}}},
                      {"name":"apply_patch","description":"Edits files.","input_schema":{"type":"object","properties":{"input":{"type":"string"}}}}],
                     "tool_choice":{"type":"auto"}}
                    """));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            claude-sonnet-4-5 | high | auto | {"thinking":{"type":"enabled","budget_tokens":20000}}
            claude-opus-4-20250514 | low | none | {"thinking":{"type":"enabled","budget_tokens":4000}}
            claude-opus-4-7 | xhigh | auto | {"thinking":{"type":"adaptive","display":"summarized"},"output_config":{"effort":"xhigh"}}
            claude-sonnet-5 | minimal | none | {"thinking":{"type":"adaptive"},"output_config":{"effort":"low"}}
            claude-sonnet-5 | none | auto | {}
            """)
    void howHardToThinkIsSaidAsTheModelUnderstandsIt(String model, String effort, String summary, String fields) {
        var manner = new Prompt.ResponseOptions(effort, summary, "", "");
        var body = AnthropicDialect.body(
                new Prompt(Asking.THREAD, model, "", List.of(Item.UserMessage.of("x")), List.of(), manner));

        Json.parse(fields)
                .asFields()
                .forEach((name, value) -> assertThat(body.at(name)).isEqualTo(value));
        if (fields.equals("{}")) assertThat(body.asFields()).doesNotContainKeys("thinking", "output_config", "system");
    }

    @Test
    void anOddHistoryIsStillValid() {
        var odd = List.<Item>of(
                new Item.AgentMessage("I begin."),
                new Item.AgentMessage("  "),
                History.call(new CallId("call.1/x"), "x", Form.FUNCTION, "not JSON"),
                new Item.Briefing(Item.Briefing.Role.USER, "steer"),
                Item.ToolResult.success(new CallId("call.1/x"), "ok"),
                new Item.AgentMessage("I end."));

        assertThat(new AnthropicMessages("").of(odd)).isEqualTo(Json.parse("""
                [{"role":"user","content":[{"type":"text","text":"Go on."}]},
                 {"role":"assistant","content":[{"type":"text","text":"I begin."},
                   {"type":"tool_use","id":"call_1_x","name":"x","input":{"arguments":"not JSON"}}]},
                 {"role":"user","content":[{"type":"tool_result","tool_use_id":"call_1_x","content":"ok"},
                   {"type":"text","text":"steer"}]},
                 {"role":"assistant","content":[{"type":"text","text":"I end."}]},
                 {"role":"user","content":[{"type":"text","text":"Go on.","cache_control":{"type":"ephemeral"}}]}]
                """));
    }

    private static Item.ToolCall function(String id, String tool, String arguments) {
        return History.call(new CallId(id), tool, Form.FUNCTION, arguments);
    }

    private static String event(String json) {
        return Sse.event(json);
    }

    private static String begin(int index, String block) {
        return event("{\"type\":\"content_block_start\",\"index\":" + index + ",\"content_block\":" + block + "}");
    }

    private static String delta(int index, String delta) {
        return event("{\"type\":\"content_block_delta\",\"index\":" + index + ",\"delta\":" + delta + "}");
    }

    private static String end(int index) {
        return event("{\"type\":\"content_block_stop\",\"index\":" + index + "}");
    }

    private static String text(int index, String text) {
        return begin(index, "{\"type\":\"text\",\"text\":\"\"}")
                + delta(index, "{\"type\":\"text_delta\",\"text\":\"" + text + "\"}")
                + end(index);
    }

    private static String stopped(String reason, int output) {
        return event("{\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"" + reason
                + "\",\"stop_sequence\":null},\"usage\":{\"output_tokens\":" + output + "}}");
    }

    private static Model model(WireServer server) {
        return Providers.open(Asking.settings(WireApi.ANTHROPIC, server));
    }

    private static Asking.Heard hear(String answer) throws IOException, InterruptedException {
        try (var server = new WireServer(stage -> stage.whole(answer));
                var model = model(server)) {
            return Asking.ask(model, Asking.hello());
        }
    }
}
