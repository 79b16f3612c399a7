package dev.pawl.worker;

import static dev.pawl.worker.LoopFixture.ADA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Model;
import dev.pawl.card.Outcome;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.json.Json;
import dev.pawl.provider.Providers;
import dev.pawl.provider.WireServer;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// What was received must equal what is sent back. The real loop, on a real ledger, talks to a
/// server over a socket; each request is held against the rules of the strictest servers.
class RoundTripTest {
    private static final int SEEDS = 2;
    private static final int MORE_SEEDS = 20;

    enum Service {
        ANTHROPIC,
        CHAT_PLAIN,
        CHAT_REASONING_CONTENT,
        CHAT_DETAILS,
        CHAT_TAGS,
        CHAT_CHUNKS,
        RESPONSES;

        WireApi wire() {
            return switch (this) {
                case ANTHROPIC -> WireApi.ANTHROPIC;
                case RESPONSES -> WireApi.RESPONSES;
                case CHAT_PLAIN, CHAT_REASONING_CONTENT, CHAT_DETAILS, CHAT_TAGS, CHAT_CHUNKS -> WireApi.CHAT;
            };
        }

        WireAnswers.Answer answer(long seed, boolean calls) {
            var answers = new WireAnswers(seed);
            return switch (this) {
                case ANTHROPIC -> answers.anthropic(calls);
                case RESPONSES -> answers.responses(calls);
                case CHAT_PLAIN -> answers.chat(calls, "plain");
                case CHAT_REASONING_CONTENT -> answers.chat(calls, "reasoning_content");
                case CHAT_DETAILS -> answers.chat(calls, "details");
                case CHAT_TAGS -> answers.chat(calls, "tags");
                case CHAT_CHUNKS -> answers.chat(calls, "chunks");
            };
        }

        List<String> broken(Json body) {
            return switch (wire()) {
                case ANTHROPIC -> WireRules.anthropic(body);
                case RESPONSES -> WireRules.responses(body);
                default -> WireRules.chat(body);
            };
        }

        /// What a request says that the server's answers were, answer by answer.
        List<Json> said(Json body) {
            return switch (wire()) {
                case ANTHROPIC ->
                    body.list("messages").stream()
                            .filter(message -> message.text("role").equals("assistant"))
                            .map(message -> message.at("content"))
                            .toList();
                case RESPONSES -> body.list("input");
                default ->
                    body.list("messages").stream()
                            .filter(message -> message.text("role").equals("assistant"))
                            .toList();
            };
        }

        List<Json> history(Json body) {
            return body.list(this == RESPONSES ? "input" : "messages");
        }
    }

    /// How a stream is put on the wire. What is read must not depend on it.
    enum Framing {
        WHOLE,
        BYTES,
        CRLF,
        NO_NAMES,
        COMMENTS;

        String text(WireAnswers.Event event) {
            var text = new StringBuilder();
            if (this == COMMENTS) text.append(": keep-alive\n\n");
            if (this != NO_NAMES && !event.name().isEmpty())
                text.append("event: ").append(event.name()).append('\n');
            text.append("data: ").append(event.data()).append("\n\n");
            return this == CRLF ? text.toString().replace("\n", "\r\n") : text.toString();
        }

        WireServer.Scene scene(List<WireAnswers.Event> events) {
            var text = new StringBuilder();
            events.forEach(event -> text.append(text(event)));
            var bytes = text.toString().getBytes(StandardCharsets.UTF_8);
            return stage -> {
                stage.begin();
                if (this == BYTES) {
                    // Each byte in a chunk of its own; the chunks may travel together.
                    stage.raw(singly(bytes));
                } else {
                    stage.chunk(bytes);
                }
                stage.end();
            };
        }
    }

    private static byte[] singly(byte[] bytes) {
        var chunks = new ByteArrayOutputStream();
        for (var each : bytes) {
            chunks.writeBytes("1\r\n".getBytes(StandardCharsets.UTF_8));
            chunks.write(each);
            chunks.writeBytes("\r\n".getBytes(StandardCharsets.UTF_8));
        }
        return chunks.toByteArray();
    }

    private static WireServer.Scene cut(List<WireAnswers.Event> events, int after, boolean inside) {
        var text = new StringBuilder();
        for (var i = 0; i < after; i++) text.append(Framing.WHOLE.text(events.get(i)));
        if (inside) {
            var half = Framing.WHOLE.text(events.get(after));
            text.append(half, 0, half.length() / 2);
        }
        return stage -> {
            stage.begin();
            if (!text.isEmpty()) stage.chunk(text.toString());
            stage.hangUp();
        };
    }

    static Stream<Arguments> dialogues() {
        return dialogues(0, SEEDS);
    }

    static Stream<Arguments> moreDialogues() {
        return dialogues(SEEDS, MORE_SEEDS);
    }

    private static Stream<Arguments> dialogues(int from, int to) {
        return Arrays.stream(Service.values())
                .flatMap(service -> IntStream.range(from, to).mapToObj(seed -> Arguments.of(service, seed)));
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("moreDialogues")
    void theSameForMoreSeeds(Service service, int seed) throws Exception {
        whatWasReceivedIsSentBack(service, seed);
        aCutAtAnyEventLeavesAValidHistory(service, seed);
        aTurnThatFailedInTheMiddleCanBeGoneOnWith(service, seed);
    }

    /// A step with calls, another one, the last words; then a second turn.
    private static List<WireAnswers.Answer> dialogue(Service service, long seed) {
        return List.of(
                service.answer(seed * 100, true),
                service.answer(seed * 100 + 1, true),
                service.answer(seed * 100 + 2, false),
                service.answer(seed * 100 + 3, false));
    }

    @ParameterizedTest
    @MethodSource("dialogues")
    void whatWasReceivedIsSentBack(Service service, int seed) throws Exception {
        var answers = dialogue(service, seed);
        var bodies = new ArrayList<List<String>>();
        for (var framing : Framing.values()) {
            var scenes = answers.stream()
                    .map(answer -> framing.scene(answer.events()))
                    .toList();
            var requests = talk(service, scenes);
            assertThat(requests).hasSize(4);
            for (var i = 0; i < 3; i++) {
                var next = Json.parse(requests.get(i + 1));
                assertSaid(service, next, answers.get(i).said());
                assertThat(service.history(unmarked(next)))
                        .as("the prefix stays as it was")
                        .startsWith(service.history(unmarked(Json.parse(requests.get(i))))
                                .toArray(Json[]::new));
            }
            bodies.add(requests);
        }
        assertThat(bodies).as("the same, however it was framed").containsOnly(bodies.getFirst());
    }

    private static void assertSaid(Service service, Json body, Json said) {
        var all = service.said(body);
        if (said instanceof Json.Arr(var items) && service == Service.RESPONSES) {
            assertThat(all.stream().map(RoundTripTest::sorted))
                    .containsSequence(items.stream().map(RoundTripTest::sorted).toList());
            return;
        }
        assertThat(sorted(all.getLast())).isEqualTo(sorted(said));
    }

    /// Order of fields means nothing; arguments are a text and stay one.
    private static String sorted(Json json) {
        return switch (json) {
            case Json.Obj(var fields) ->
                new TreeMap<>(fields)
                        .entrySet().stream()
                                .map(field -> field.getKey() + "=" + sorted(field.getValue()))
                                .toList()
                                .toString();
            case Json.Arr(var elements) ->
                elements.stream().map(RoundTripTest::sorted).toList().toString();
            default -> json.write();
        };
    }

    /// The mark of a cache wanders with the end of the history.
    private static Json unmarked(Json body) {
        return Json.parse(body.write().replace(",\"cache_control\":{\"type\":\"ephemeral\"}", ""));
    }

    @ParameterizedTest
    @MethodSource("dialogues")
    void aCutAtAnyEventLeavesAValidHistory(Service service, int seed) throws Exception {
        var answers = dialogue(service, seed);
        var first = service.answer(seed * 100L + 50, true);
        for (var cut = 0; cut < first.events().size() - 1; cut++) {
            var scenes = new ArrayList<WireServer.Scene>();
            scenes.add(cut(first.events(), cut, cut % 2 == 1));
            answers.forEach(answer -> scenes.add(Framing.WHOLE.scene(answer.events())));
            talk(service, scenes);
        }
    }

    @ParameterizedTest
    @MethodSource("dialogues")
    void aTurnThatFailedInTheMiddleCanBeGoneOnWith(Service service, int seed) throws Exception {
        var cut = service.answer(seed * 100L + 60, seed % 2 == 0);
        for (var after = 1; after < cut.events().size() - 1; after += 4) {
            var at = after;
            var scenes = new ArrayList<WireServer.Scene>();
            for (var attempt = 0; attempt < 4; attempt++) {
                var again = service.answer(1_000_000L + seed * 10L + attempt, seed % 2 == 0);
                scenes.add(cut(again.events(), Math.min(at, again.events().size() - 2), false));
            }
            dialogue(service, seed).forEach(answer -> scenes.add(Framing.WHOLE.scene(answer.events())));
            talk(service, scenes);
        }
    }

    /// Runs two turns and gives what the server was asked; every request must be a valid one.
    private static List<String> talk(Service service, List<WireServer.Scene> scenes) throws Exception {
        var loop = new LoopFixture(
                new CountingTool("shell", Replay.EFFECT, false), new CountingTool("read", Replay.READ, true));
        try (var server = new WireServer(scenes.toArray(WireServer.Scene[]::new))) {
            for (var turn = 0; turn < 2; turn++) {
                // A model of its own for each turn, as after a restart.
                try (var model = open(service, server)) {
                    loop.asked = model;
                    loop.ask("turn " + turn);
                    loop.run(loop.begin(ADA)).run();
                }
            }
            assertThat(loop.told(Event.TurnDelivered.class).getLast().outcome())
                    .as(() -> loop.history().toString())
                    .isEqualTo(Outcome.SUCCESS);
            var bodies =
                    server.received().stream().map(WireServer.Received::body).toList();
            for (var body : bodies)
                assertThat(service.broken(Json.parse(body))).as(body).isEmpty();
            return bodies;
        }
    }

    private static Model open(Service service, WireServer server) {
        var patience = new ProviderSettings.RetryPolicy(0, 3, Duration.ofSeconds(20), Duration.ofMillis(1));
        return Providers.open(ProviderSettings.of("lab", service.wire(), server.baseUrl(), ApiKey.NONE)
                .with(patience));
    }
}
