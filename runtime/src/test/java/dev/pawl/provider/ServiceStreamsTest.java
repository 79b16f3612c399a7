package dev.pawl.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.agent.Prompt;
import dev.pawl.card.Item;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.WireApi;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Answers in the manner of named services. Each file of `streams` has what the server sends, and
/// beside it the items that are heard, what goes back with the next request, or how it fails.
class ServiceStreamsTest {
    private static final Path FOLDER =
            Path.of(System.getProperty("pawl.root", ".."), "runtime/src/test/resources/streams");

    private record Recording(Map<String, String> head, Map<String, String> parts) {
        static Recording read(Path file) throws IOException {
            var head = new LinkedHashMap<String, String>();
            var parts = new LinkedHashMap<String, String>();
            var sections = Files.readString(file).split("(?m)^=== ", -1);
            for (var line : sections[0].lines().toList()) {
                head.put(
                        line.substring(0, line.indexOf(':')),
                        line.substring(line.indexOf(':') + 1).strip());
            }
            for (var i = 1; i < sections.length; i++) {
                var end = sections[i].indexOf('\n');
                parts.put(sections[i].substring(0, end), sections[i].substring(end + 1));
            }
            return new Recording(head, parts);
        }

        String part(String name) {
            return parts.getOrDefault(name, "");
        }

        WireApi wire() {
            return WireApi.valueOf(head.getOrDefault("wire", "").toUpperCase(Locale.ROOT));
        }

        void play(WireServer.Stage stage) throws IOException {
            var type = head.getOrDefault("content-type", "text/event-stream");
            stage.refuse(
                    Integer.parseInt(head.getOrDefault("status", "200")), Map.of("content-type", type), part("answer"));
        }
    }

    static Stream<Path> recordings() throws IOException {
        try (var files = Files.list(FOLDER)) {
            return files.sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("recordings")
    void aServiceIsUnderstood(Path file) throws Exception {
        var recording = Recording.read(file);
        try (var server = new WireServer(recording::play);
                var model = Providers.open(Asking.settings(recording.wire(), server))) {
            var heard = ask(model, recording, Item.UserMessage.of("hello"));

            if (!recording.part("items").isEmpty()) {
                assertThat(shown(heard.items())).isEqualTo(Json.parse(recording.part("items")));
            }
            if (recording.part("failure").isEmpty()) {
                assertThat(heard.failure()).isNull();
            } else {
                var failure = recording.part("failure").strip().split(" \\| ", 2);
                assertThat(heard.broken().kind()).isEqualTo(Kind.valueOf(failure[0]));
                assertThat(heard.broken()).hasMessageContaining(failure[1]);
                assertThat(server.received()).as("asked once").hasSize(1);
            }
            if (!recording.part("back").isEmpty()) assertBack(recording, model, server, heard.items());
        }
    }

    private static void assertBack(Recording recording, Model model, WireServer server, List<Item> said)
            throws InterruptedException {
        var history = new ArrayList<Item>(List.of(Item.UserMessage.of("hello")));
        history.addAll(said);
        for (var item : said) {
            if (item instanceof Item.ToolCall call) history.add(Item.ToolResult.success(call.call(), "ok"));
        }
        history.add(Item.UserMessage.of("and now?"));
        ask(model, recording, history.toArray(Item[]::new));
        var body = Json.parse(server.received().getLast().body());
        var sent = recording.wire() == WireApi.RESPONSES
                ? body.list("input").stream().filter(ServiceStreamsTest::isSaid).toList()
                : body.list("messages").stream()
                        .filter(message -> message.text("role").equals("assistant"))
                        .toList();
        var expected = Json.parse(recording.part("back")).asList();
        assertThat(sent.stream().map(ServiceStreamsTest::sorted))
                .containsExactlyElementsOf(
                        expected.stream().map(ServiceStreamsTest::sorted).toList());
    }

    private static boolean isSaid(Json item) {
        return !item.text("type").endsWith("_output")
                && (item.at("role").isNull() || item.text("role").equals("assistant"));
    }

    private static Asking.Heard ask(Model model, Recording recording, Item... history) throws InterruptedException {
        var name = recording.head.getOrDefault("model", "model");
        return Asking.ask(
                model,
                new Prompt(
                        Asking.THREAD,
                        name,
                        "Be brief.",
                        List.of(history),
                        History.TOOLS,
                        Prompt.ResponseOptions.PLAIN));
    }

    private static Json shown(List<Item> items) {
        var all = new ArrayList<Json>();
        for (var item : items) {
            all.add(
                    switch (item) {
                        case Item.AgentMessage(var text, var phase, var _) -> {
                            var json = Json.object().with("type", "message").with("text", text);
                            yield phase.isEmpty() ? json : json.with("phase", phase);
                        }
                        case Item.Reasoning(var text, var _) ->
                            Json.object().with("type", "reasoning").with("text", text);
                        case Item.ToolCall call ->
                            Json.object()
                                    .with("type", "call")
                                    .with("id", call.call().value())
                                    .with("tool", call.tool())
                                    .with("arguments", call.arguments());
                        case Item.Opaque(var kind, var _) ->
                            Json.object().with("type", "opaque").with("kind", kind);
                        default -> throw new AssertionError(item);
                    });
        }
        return new Json.Arr(all);
    }

    /// The order of fields means nothing.
    private static String sorted(Json json) {
        return switch (json) {
            case Json.Obj(var fields) ->
                new TreeMap<>(fields)
                        .entrySet().stream()
                                .map(field -> field.getKey() + "=" + sorted(field.getValue()))
                                .toList()
                                .toString();
            case Json.Arr(var elements) ->
                elements.stream().map(ServiceStreamsTest::sorted).toList().toString();
            default -> json.write();
        };
    }
}
