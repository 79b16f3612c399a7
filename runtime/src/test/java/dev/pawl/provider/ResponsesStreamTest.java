package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.ModelEvent.Completed;
import dev.pawl.agent.ModelEvent.ItemBegan;
import dev.pawl.agent.ModelEvent.ItemDone;
import dev.pawl.agent.ModelEvent.ReasoningDelta;
import dev.pawl.agent.ModelEvent.TextDelta;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.card.Item;
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Replay;
import dev.pawl.card.Usage;
import dev.pawl.id.CallId;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResponsesStreamTest {
    private static final Usage USAGE = new Usage(10, 4, 2, 5, 3, 15);
    private static final String CUT =
            "stream disconnected before completion: Transport error: network error: error decoding response body";

    private static final String ANSWER = Sse.event("{\"type\":\"response.created\",\"response\":{\"id\":\"resp_1\"}}")
            + Sse.event("{\"type\":\"response.output_item.added\",\"item\":{\"type\":\"reasoning\",\"id\":\"rs_1\"}}")
            + Sse.event("{\"type\":\"response.reasoning_summary_text.delta\",\"item_id\":\"rs_1\","
                    + "\"summary_index\":1,\"delta\":\"**Think**\"}")
            + Sse.done("{\"type\":\"reasoning\",\"id\":\"rs_1\",\"summary\":[{\"type\":\"summary_text\",\"text\":"
                    + "\"a\"},{\"type\":\"summary_text\",\"text\":\"b\"}],\"encrypted_content\":\"gAAA\"}")
            + Sse.began("message")
            + Sse.delta("Grüße, ")
            + Sse.delta("😀")
            + Sse.message("Grüße, 😀")
            + Sse.done("{\"type\":\"function_call\",\"id\":\"fc_1\",\"call_id\":\"call_1\",\"name\":\"exec_command\","
                    + "\"arguments\":\"{\\\"cmd\\\":\\\"ls\\\"}\",\"status\":\"completed\"}")
            + Sse.done("{\"type\":\"custom_tool_call\",\"call_id\":\"call_2\",\"name\":\"apply_patch\","
                    + "\"input\":\"*** Begin Patch\"}")
            + Sse.done("{\"type\":\"web_search_call\",\"id\":\"ws_1\",\"status\":\"completed\"}")
            + Sse.COMPLETED;

    private static final List<ModelEvent> EVENTS = List.of(
            new ItemBegan("rs_1", "reasoning"),
            new ReasoningDelta("rs_1", 1, "**Think**"),
            new ItemDone(
                    "rs_1",
                    new Item.Reasoning(
                            "a\nb",
                            "{\"type\":\"reasoning\",\"summary\":[{\"type\":\"summary_text\",\"text\":\"a\"},"
                                    + "{\"type\":\"summary_text\",\"text\":\"b\"}],\"encrypted_content\":\"gAAA\"}")),
            new ItemBegan("msg_1", "message"),
            new TextDelta("msg_1", "Grüße, "),
            new TextDelta("msg_1", "😀"),
            new ItemDone("msg_1", new Item.AgentMessage("Grüße, 😀")),
            new ItemDone(
                    "fc_1",
                    new Item.ToolCall(
                            new CallId("call_1"), "exec_command", Form.FUNCTION, "{\"cmd\":\"ls\"}", Replay.EFFECT)),
            new ItemDone(
                    "call_2",
                    new Item.ToolCall(
                            new CallId("call_2"), "apply_patch", Form.FREEFORM, "*** Begin Patch", Replay.EFFECT)),
            new ItemDone(
                    "ws_1",
                    new Item.Opaque(
                            "web_search_call",
                            "{\"type\":\"web_search_call\",\"id\":\"ws_1\",\"status\":\"completed\"}")),
            new Completed(USAGE, false));

    @Test
    void anAnswerIsToldInOrder() throws Exception {
        var heard = hear(stage -> stage.begin().chunk(ANSWER).end());

        assertThat(heard.events()).isEqualTo(EVENTS);
    }

    @Test
    void framingAndPacketsDoNotMatter() throws Exception {
        var bytes = ANSWER.getBytes(StandardCharsets.UTF_8);
        var ok = "HTTP/1.1 200 OK\r\n";

        var eachByte = hear(stage -> {
            stage.begin();
            for (var b : bytes) stage.chunk(new byte[] {b});
            stage.end();
        });
        var counted = hear(stage ->
                stage.raw(ok + "content-length: " + bytes.length + "\r\n\r\n").raw(bytes));
        var untilClose = hear(stage -> stage.raw(ok + "\r\n").raw(bytes).hangUp());
        var announced = hear(stage -> stage.raw("HTTP/1.1 103 Early Hints\r\nlink: x\r\n\r\n")
                .begin()
                .chunk(ANSWER)
                .raw("0\r\ntrailer: x\r\n\r\n"));

        assertThat(List.of(eachByte, counted, untilClose, announced))
                .allSatisfy(heard -> assertThat(heard.events()).isEqualTo(EVENTS));
    }

    @Test
    void aCutAtAnyByteLosesNothingThatWasSaidBefore() throws Exception {
        var bytes = ANSWER.getBytes(StandardCharsets.UTF_8);
        for (var cut = 0; cut < bytes.length - 2; cut++) {
            var part = Arrays.copyOf(bytes, cut);
            var heard = hear(stage -> {
                stage.begin();
                if (part.length > 0) stage.chunk(part);
                stage.hangUp();
            });

            assertThat(heard.broken().kind()).as("cut at %d", cut).isEqualTo(Kind.STREAM);
            assertThat(heard.broken()).hasMessage(CUT);
            assertThat(heard.events())
                    .isEqualTo(EVENTS.subList(0, heard.events().size()));
        }
    }

    @Test
    void anEndAfterAnyEventButTheLastIsTooEarly() throws Exception {
        var events = ANSWER.split("(?<=\n\n)");
        for (var count = 0; count < events.length; count++) {
            var part = String.join("", List.of(events).subList(0, count));
            var heard = hear(stage -> {
                stage.begin();
                if (!part.isEmpty()) stage.chunk(part);
                stage.end();
            });

            assertThat(heard.broken().kind()).isEqualTo(Kind.STREAM);
            assertThat(heard.broken())
                    .hasMessage("stream disconnected before completion: stream closed before response.completed");
            assertThat(heard.events())
                    .isEqualTo(EVENTS.subList(0, heard.events().size()));
        }
    }

    @Test
    void aResetAndABrokenChunkAreCuts() throws Exception {
        var reset = hear(stage -> {
            stage.begin().chunk(Sse.delta("x"));
            stage.reset();
        });
        var chunk = hear(stage -> stage.begin().chunk(Sse.delta("x")).raw("zz\r\nhello\r\n"));
        var negative = hear(stage -> stage.begin().raw("-5\r\nhello\r\n"));
        var unfinished = hear(stage -> stage.begin().raw("5\r\nhelloXX\r\n"));

        assertThat(List.of(reset, chunk, negative, unfinished))
                .allSatisfy(heard -> assertThat(heard.broken()).hasMessage(CUT));
    }

    @Test
    void silenceEndsAnAnswer() throws Exception {
        try (var server = new WireServer(stage -> {
                    stage.begin().chunk(Sse.delta("x"));
                    stage.awaitClose();
                });
                var model = Providers.open(Asking.settings(WireApi.RESPONSES, server)
                        .with(new ProviderSettings.RetryPolicy(0, 0, Duration.ofMillis(150), Duration.ofMillis(1))))) {
            var heard = Asking.ask(model, Asking.hello());

            assertThat(heard.text()).isEqualTo("x");
            assertThat(heard.broken().kind()).isEqualTo(Kind.STREAM);
            assertThat(heard.broken())
                    .hasMessage("stream disconnected before completion: idle timeout waiting for SSE");
        }
    }

    @Test
    void commentsDoNotBreakTheSilence() throws Exception {
        try (var server = new WireServer(stage -> {
                    stage.begin();
                    while (true) stage.chunk(": still here\n\n");
                });
                var model = Providers.open(Asking.settings(WireApi.RESPONSES, server)
                        .with(new ProviderSettings.RetryPolicy(0, 0, Duration.ofMillis(150), Duration.ofMillis(1))))) {
            assertThat(Asking.ask(model, Asking.hello()).broken()).hasMessageEndingWith("idle timeout waiting for SSE");
        }
    }

    @Test
    void whatCannotBeReadIsSkipped() throws Exception {
        var heard = hear(stage -> stage.begin()
                .chunk("data: {\"type\":\"response.output_item.done\",\"item\":{\"type\":\"message\",\n\n")
                .chunk(new byte[] {'d', 'a', 't', 'a', ':', ' ', (byte) 0xff, (byte) 0xfe, '\n', '\n'})
                .chunk("garbage line without colon\n\n:comment only\n\ndata: [1,2]\n\ndata: 7\n\n")
                .chunk(Sse.event("{\"type\":\"response.output_item.done\",\"item\":{\"type\":\"function_call\"}}"))
                .chunk(Sse.event("{\"type\":\"response.brand_new\",\"x\":1}"))
                .chunk(Sse.message("still here") + Sse.COMPLETED)
                .end());

        assertThat(heard.items()).containsExactly(new Item.AgentMessage("still here"));
    }

    @Test
    void theServerMayAskForAnotherStep() throws Exception {
        var heard = hear(stage -> stage.begin()
                .chunk(Sse.event("{\"type\":\"response.completed\",\"response\":{\"end_turn\":false}}"))
                .end());

        assertThat(heard.completed()).isEqualTo(new Completed(Usage.NONE, true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            context_length_exceeded | too long | CONTEXT_OVERFLOW | 0 | Codex ran out of room in the model's context window. Start a new thread or clear earlier history before retrying.
            insufficient_quota | You exceeded it. | QUOTA | 0 | Quota exceeded. Check your plan and billing details. The provider says: You exceeded it.
            usage_not_included | Not in your plan. | QUOTA | 0 | To use Codex with your ChatGPT plan, upgrade to Plus: https://chatgpt.com/explore/plus.
            invalid_prompt | Bad words. | BAD_REQUEST | 0 | Bad words.
            bio_policy | | BAD_REQUEST | 0 | Invalid request.
            cyber_policy | No. | BAD_REQUEST | 0 | No.
            server_is_overloaded | later | OVERLOADED | 0 | Selected model is at capacity. Please try a different model. The provider says: later
            slow_down | later | OVERLOADED | 0 | Selected model is at capacity. Please try a different model. The provider says: later
            rate_limit_exceeded | Please try again in 1.5s. | RATE_LIMIT | 1500 | stream disconnected before completion: Please try again in 1.5s.
            rate_limit_exceeded | Try Again In 50ms | RATE_LIMIT | 50 | stream disconnected before completion: Try Again In 50ms
            rate_limit_exceeded | try again in 20 seconds | RATE_LIMIT | 20000 | stream disconnected before completion: try again in 20 seconds
            rate_limit_exceeded | try again some day | RATE_LIMIT | 0 | stream disconnected before completion: try again some day
            server_error | Try again in 5s. | STREAM | 0 | stream disconnected before completion: Try again in 5s.
            """)
    void aFailedAnswerSaysWhy(String code, String message, Kind kind, long retryAfter, String text) throws Exception {
        var told = message == null ? "" : message;
        var heard = hear(stage ->
                stage.begin().chunk(Sse.delta("x") + Sse.failed(code, told)).end());

        assertThat(heard.text()).isEqualTo("x");
        assertThat(heard.broken().kind()).isEqualTo(kind);
        assertThat(heard.broken()).hasMessage(text);
        assertThat(heard.broken().retryAfter()).isEqualTo(Duration.ofMillis(retryAfter));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            max_output_tokens | BAD_REQUEST | Incomplete response returned, reason: max_output_tokens
            content_filter | BAD_REQUEST | Incomplete response returned, reason: content_filter
            """)
    void anIncompleteAnswerSaysWhy(String reason, Kind kind, String text) throws Exception {
        var heard = hear(stage -> stage.begin()
                .chunk(Sse.message("half")
                        + Sse.event("{\"type\":\"response.incomplete\",\"response\":{\"incomplete_details\":"
                                + "{\"reason\":\"" + reason + "\"}}}"))
                .end());

        assertThat(heard.items()).containsExactly(new Item.AgentMessage("half"));
        assertThat(heard.broken().kind()).isEqualTo(kind);
        assertThat(heard.broken()).hasMessage(text);
    }

    @Test
    void tenThousandDeltasAllArrive() throws Exception {
        var heard = hear(stage -> {
            stage.begin().chunk(Sse.began("message"));
            for (var i = 0; i < 100; i++) stage.chunk(Sse.delta("word ").repeat(100));
            stage.chunk(Sse.message("word ".repeat(10_000)) + Sse.COMPLETED).end();
        });

        assertThat(heard.events()).hasSize(10_003);
        assertThat(heard.text()).isEqualTo("word ".repeat(10_000));
    }

    private static Asking.Heard hear(WireServer.Scene scene) throws IOException, InterruptedException {
        try (var server = new WireServer(scene);
                var model = Asking.responses(server)) {
            return Asking.ask(model, Asking.hello());
        }
    }
}
