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
import dev.pawl.provider.chat.ChatMessages;
import dev.pawl.provider.chat.ChatSeals;
import dev.pawl.provider.dialect.Handover;
import dev.pawl.provider.dialect.WireApi;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChatModelTest {
    private static final String STOP = chunk("{}", "\"stop\"");
    private static final String CALLS = chunk("{}", "\"tool_calls\"");
    private static final String COST =
            "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4,\"total_tokens\":13,"
                    + "\"prompt_tokens_details\":{\"cached_tokens\":3},"
                    + "\"completion_tokens_details\":{\"reasoning_tokens\":2}}}\n\n";
    private static final String DONE = "data: [DONE]\n\n";

    @Test
    void anAnswerIsToldInOrder() throws Exception {
        var heard = hear(chunk("{\"role\":\"assistant\",\"content\":\"\"}", "null")
                + chunk("{\"reasoning_content\":\"Hm, \"}", "null")
                + chunk("{\"reasoning\":\"well.\"}", "null")
                + chunk("{\"content\":\"Grüße, \"}", "null")
                + chunk("{\"content\":[{\"type\":\"text\",\"text\":\"😀\"}]}", "null")
                + call(0, "call_1", "exec_command", "")
                + call(0, "", "", "{\\\"cmd\\\":")
                + call(1, "call_2", "apply_patch", "{}")
                + call(0, "", "", "\\\"ls\\\"}")
                + CALLS
                + COST
                + DONE);

        assertThat(heard.events())
                .containsExactly(
                        new ItemBegan("item_0", "reasoning"),
                        new ReasoningDelta("item_0", 0, "Hm, "),
                        new ReasoningDelta("item_0", 0, "well."),
                        new ItemBegan("item_1", "message"),
                        new TextDelta("item_1", "Grüße, "),
                        new TextDelta("item_1", "😀"),
                        new ItemDone("item_0", new Item.Reasoning("Hm, well.", """
                                {"type":"chat_reasoning","from":"127.0.0.1 gpt-5.5",\
                                "fields":{"reasoning_content":"Hm, ","reasoning":"well."}}""")),
                        new ItemDone("item_1", new Item.AgentMessage("Grüße, 😀")),
                        new ItemBegan("item_3", "function_call"),
                        new ItemDone("item_3", function("call_1", "exec_command", "{\"cmd\":\"ls\"}")),
                        new ItemBegan("item_4", "function_call"),
                        new ItemDone("item_4", function("call_2", "apply_patch", "{}")),
                        new Completed(new Usage(9, 3, 0, 4, 2, 13), false));
    }

    @Test
    void wholeCallsOneAfterAnotherAreTold() throws Exception {
        var sameIndex = hear(call(0, "a", "one", "{}") + call(0, "b", "two", "{}") + CALLS + DONE);
        var noIndex = hear("data: {\"choices\":[{\"delta\":{\"tool_calls\":["
                + "{\"id\":\"a\",\"function\":{\"name\":\"one\",\"arguments\":{\"x\":1}}},"
                + "{\"id\":\"b\",\"function\":{\"name\":\"two\",\"arguments\":\"\"}}]},"
                + "\"finish_reason\":\"tool_calls\"}]}\n\n");

        assertThat(sameIndex.items()).containsExactly(function("a", "one", "{}"), function("b", "two", "{}"));
        assertThat(noIndex.items()).containsExactly(function("a", "one", "{\"x\":1}"), function("b", "two", "{}"));
    }

    @Test
    void callsWithoutNamesOfTheirOwnGetSome() throws Exception {
        var heard = hear("data: {\"choices\":[{\"delta\":{\"tool_calls\":["
                + "{\"function\":{\"name\":\"one\",\"arguments\":\"{}\"}},"
                + "{\"function\":{\"name\":\"two\",\"arguments\":\"{}\"}}]},\"finish_reason\":\"stop\"}]}\n\n" + DONE);

        var calls = heard.items().stream().map(Item.ToolCall.class::cast).toList();
        assertThat(calls).extracting(Item.ToolCall::tool).containsExactly("one", "two");
        assertThat(calls.getFirst().call()).isNotEqualTo(calls.getLast().call());
    }

    @Test
    void anEndWithoutDoneIsAnEndOnceTheServerSaidWhy() throws Exception {
        assertThat(hear(text("hi") + STOP).items()).containsExactly(new Item.AgentMessage("hi"));
        assertThat(hear(text("hi") + DONE).items()).containsExactly(new Item.AgentMessage("hi"));
        assertThat(hear(STOP + DONE).events()).containsExactly(new Completed(Usage.NONE, false));

        var early = hear(text("hi"));
        assertThat(early.broken().kind()).isEqualTo(Kind.STREAM);
        assertThat(early.broken())
                .hasMessage("stream disconnected before completion: stream closed before finish_reason");
        assertThat(early.items()).isEmpty();
    }

    @Test
    void aCutAtAnyByteTellsNoCall() throws Exception {
        var bytes = (text("hi") + call(0, "a", "one", "{\\\"x\\\":1}")).getBytes(StandardCharsets.UTF_8);
        for (var cut = 0; cut <= bytes.length; cut++) {
            var part = Arrays.copyOf(bytes, cut);
            try (var server = new WireServer(stage -> {
                        stage.begin();
                        if (part.length > 0) stage.chunk(part);
                        stage.hangUp();
                    });
                    var model = model(server)) {
                var heard = Asking.ask(model, Asking.hello());
                assertThat(heard.broken().kind()).isEqualTo(Kind.STREAM);
                assertThat(heard.items()).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            length | BAD_REQUEST | Incomplete response returned, reason: max_output_tokens
            content_filter | BAD_REQUEST | Incomplete response returned, reason: content_filter
            """)
    void anAnswerThatWasStoppedKeepsItsTextAndNoCall(String reason, Kind kind, String message) throws Exception {
        var heard = hear(text("half") + call(0, "a", "one", "{\\\"x") + chunk("{}", "\"" + reason + "\"") + DONE);

        assertThat(heard.items()).containsExactly(new Item.AgentMessage("half"));
        assertThat(heard.broken().kind()).isEqualTo(kind);
        assertThat(heard.broken()).hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"message":"try again in 2s","code":429} | RATE_LIMIT
            {"message":"too long","code":"context_length_exceeded"} | CONTEXT_OVERFLOW
            {"message":"no money","type":"insufficient_quota"} | QUOTA
            {"message":"oops","code":500} | STREAM
            "plain words" | STREAM
            """)
    void anErrorInsideTheAnswerIsOne(String error, Kind kind) throws Exception {
        var heard = hear(text("x") + "data: {\"error\":" + error + "}\n\n");

        assertThat(heard.broken().kind()).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            400 | {"error":{"message":"This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"}} | CONTEXT_OVERFLOW
            400 | {"error":{"message":"the request exceeds the available context size","type":"exceed_context_size_error"}} | CONTEXT_OVERFLOW
            400 | {"error":{"message":"bad tool"}} | BAD_REQUEST
            404 | {"error":{"message":"model not found"}} | BAD_REQUEST
            429 | {} | RATE_LIMIT
            401 | {} | UNAUTHORIZED
            """)
    void aRefusalHasItsMeaning(int status, String body, Kind kind) throws Exception {
        try (var server = new WireServer(stage -> stage.refuse(status, Map.of(), body));
                var model = model(server)) {
            assertThat(Asking.ask(model, Asking.hello()).broken().kind()).isEqualTo(kind);
        }
    }

    @Test
    void aServerThatDoesNotStreamIsHeardToo() throws Exception {
        var body =
                "{\"choices\":[{\"message\":{\"role\":\"assistant\",\"content\":\"hi\"},\"finish_reason\":\"stop\"}],"
                        + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":2}}";
        try (var server = new WireServer(stage -> stage.raw("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
                        + "content-length: " + body.length() + "\r\n\r\n" + body));
                var model = model(server)) {
            var heard = Asking.ask(model, Asking.hello());

            assertThat(heard.items()).containsExactly(new Item.AgentMessage("hi"));
            assertThat(heard.completed().usage().total()).isEqualTo(3);
        }
    }

    @Test
    void theRequestIsWhatEveryServerTakes() throws Exception {
        try (var server = new WireServer(stage -> stage.whole(STOP + DONE));
                var model = model(server)) {
            Asking.ask(
                    model,
                    Asking.prompt(
                            History.EVERYTHING,
                            History.TOOLS,
                            new Prompt.ResponseOptions("low", "auto", "", "{\"type\":\"object\"}")));

            var request = server.received().getFirst();
            assertThat(request.path()).isEqualTo("/v1/chat/completions");
            assertThat(request.headers()).containsEntry("authorization", "Bearer sk-test");
            assertThat(Json.parse(request.body().replace(Handover.text("").strip(), "HANDOVER")))
                    .isEqualTo(Json.parse("""
                    {"model":"gpt-5.5","messages":[
                     {"role":"system","content":"Be brief."},
                     {"role":"user","content":[
                       {"type":"text","text":"HANDOVER\\nWe fixed the parser."},
                       {"type":"text","text":"You may write."},
                       {"type":"text","text":"<environment_context/>"},
                       {"type":"text","text":"look"},
                       {"type":"image_url","image_url":{"url":"PICTURE"}}]},
                     {"role":"assistant","content":"I look.","tool_calls":[
                       {"id":"call_ls","type":"function","function":{"name":"exec_command","arguments":"{\\"cmd\\":\\"ls\\"}"}},
                       {"id":"call_patch","type":"function","function":{"name":"apply_patch","arguments":"{\\"input\\":\\"*** Begin Patch\\"}"}}]},
                     {"role":"tool","tool_call_id":"call_ls","content":"a.txt"},
                     {"role":"tool","tool_call_id":"call_patch","content":"no"},
                     {"role":"assistant","content":null,"tool_calls":[
                       {"id":"call_view","type":"function","function":{"name":"view_image","arguments":"{\\"path\\":\\"a.png\\"}"}}]},
                     {"role":"tool","tool_call_id":"call_view","content":"The picture follows."},
                     {"role":"user","content":[{"type":"image_url","image_url":{"url":"PICTURE"}}]},
                     {"role":"assistant","content":"Done."},
                     {"role":"user","content":"thanks"}],
                     "tools":[
                      {"type":"function","function":{"name":"exec_command","description":"Runs a command.","parameters":{"type":"object","properties":{}}}},
                      {"type":"function","function":{"name":"apply_patch","description":"Edits files.","parameters":{"type":"object","properties":{"input":{"type":"string"}}}}}],
                     "tool_choice":"auto","stream":true,"stream_options":{"include_usage":true},
                     "reasoning_effort":"low",
                     "response_format":{"type":"json_schema","json_schema":{"name":"codex_output_schema","strict":true,"schema":{"type":"object"}}}}
                    """.replace("PICTURE", History.PICTURE)));
        }
    }

    @Test
    void briefingsInFrontJoinTheSystemMessage() {
        var messages = new ChatMessages("Base.", new ChatSeals("lab", "m"))
                .of(List.of(
                        new Item.Briefing(Item.Briefing.Role.DEVELOPER, "First."),
                        Item.UserMessage.of("hi"),
                        new Item.Briefing(Item.Briefing.Role.DEVELOPER, "Later.")));

        assertThat(new Json.Arr(messages)).isEqualTo(Json.parse("""
                [{"role":"system","content":"Base.\\n\\nFirst."},{"role":"user","content":"hi\\n\\nLater."}]
                """));
    }

    @Test
    void aHistoryNobodyCouldSayIsStillValid() {
        var odd = new ArrayList<Item>();
        odd.add(History.call(History.LS, "x", Form.FUNCTION, "not JSON"));
        odd.add(Item.ToolResult.failed(History.LS, "no"));
        odd.add(History.call(History.PATCH, "y", Form.FUNCTION, ""));
        odd.add(Item.ToolResult.success(History.PATCH, ""));

        assertThat(new Json.Arr(new ChatMessages("", new ChatSeals("lab", "m")).of(odd)).write())
                .contains("{\\\"arguments\\\":\\\"not JSON\\\"}")
                .contains("\"arguments\":\"{}\"")
                .doesNotContain("system");
    }

    private static Item.ToolCall function(String id, String tool, String arguments) {
        return History.call(new CallId(id), tool, Form.FUNCTION, arguments);
    }

    private static String text(String text) {
        return chunk("{\"content\":\"" + text + "\"}", "null");
    }

    private static String call(int index, String id, String name, String arguments) {
        return chunk(
                "{\"tool_calls\":[{\"index\":" + index + (id.isEmpty() ? "" : ",\"id\":\"" + id + "\"")
                        + ",\"function\":{" + (name.isEmpty() ? "" : "\"name\":\"" + name + "\",") + "\"arguments\":\""
                        + arguments + "\"}}]}",
                "null");
    }

    private static String chunk(String delta, String finish) {
        return "data: {\"id\":\"c1\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":" + finish
                + "}]}\n\n";
    }

    private static Model model(WireServer server) {
        return Providers.open(Asking.settings(WireApi.CHAT, server));
    }

    private static Asking.Heard hear(String answer) throws IOException, InterruptedException {
        try (var server = new WireServer(stage -> stage.whole(answer));
                var model = model(server)) {
            return Asking.ask(model, Asking.hello());
        }
    }
}
