package dev.pawl.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.testkit.Eventually;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// `pawl serve` as a user starts, kills and asks it.
@Tag("process")
@Timeout(180)
class ServeProcessTest {
    @TempDir
    Path folder;

    /// The model runs a command, and then says something.
    private Path home(String command) throws IOException {
        var home = Files.createDirectories(folder.resolve("home"));
        var script = home.resolve("script.jsonl");
        var call =
                "{\"items\":[{\"type\":\"function_call\",\"name\":\"exec_command\",\"call_id\":\"call_1\",\"arguments\":"
                        + Json.object()
                                .with("cmd", command)
                                .with("login", Json.of(false))
                                .write() + "}]}\n";
        Files.writeString(script, call + "{\"items\":[{\"type\":\"text\",\"text\":\"It is done.\"}]}\n");
        Files.writeString(
                home.resolve("config.toml"),
                "model = \"scripted\"\nmodel_provider = \"demo\"\nsandbox_mode = \"danger-full-access\"\n"
                        + "approval_policy = \"never\"\n[model_providers.demo]\nname = \"Demo\"\n"
                        + "wire_api = \"scripted\"\nbase_url = \"" + script + "\"\n");
        return home;
    }

    private String begin(ServeProcess server) throws IOException, InterruptedException {
        var thread = server.call("thread/start", Json.object().with("cwd", folder.toString()))
                .at("thread")
                .text("id");
        var input = Json.array(List.of(Json.object().with("type", "text").with("text", "go")));
        server.call("turn/start", Json.object().with("threadId", thread).with("input", input));
        return thread;
    }

    private static Json status(ServeProcess server, String thread) throws IOException, InterruptedException {
        var which = Json.object().with("threadIds", Json.strings(List.of(thread)));
        return server.call("pawl/status/read", which).list("data").getFirst();
    }

    /// The numbers of the events that a listener is told, up to the end of the turn.
    private static List<Long> numbers(ServeProcess server, String thread, long after)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(server.url() + "api/events?thread=" + thread))
                .header("Authorization", "Bearer " + server.token())
                .header("Last-Event-ID", String.valueOf(after))
                .build();
        var numbers = new ArrayList<Long>();
        var reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
        try (var lines = reply.body()) {
            for (var line : (Iterable<String>) lines::iterator) {
                if (line.startsWith("id: ")) numbers.add(Long.parseLong(line.substring(4)));
                if (line.contains("\"turn/completed\"")) return numbers;
            }
        }
        return numbers;
    }

    @Test
    void aServerThatIsKilledComesBackAndItsTurnGoesOn() throws IOException, InterruptedException {
        var home = home("touch began; sleep 5");
        String thread;
        try (var first = ServeProcess.start(home)) {
            thread = begin(first);
            Eventually.eventually("the command began", () -> Files.exists(folder.resolve("began")));
            first.kill();
        }
        try (var second = ServeProcess.start(home)) {
            assertThat(numbers(second, thread, 0)).isSorted().doesNotHaveDuplicates();
            assertThat(status(second, thread).text("status")).isEqualTo("idle");
            var found = second.call("pawl/search", Json.object().with("query", "It is done"));
            assertThat(found.list("data")).hasSize(1);
        }
    }

    @Test
    void aSecondStartGivesALinkToTheFirstAndASignalEndsIt() throws IOException, InterruptedException {
        var home = home("true");
        try (var first = ServeProcess.start(home);
                var second = ServeProcess.await(ServeProcess.launch(home, List.of()))) {
            assertThat(second.url()).isEqualTo(first.url());
            assertThat(second.login()).isNotEqualTo(first.login());
            assertThat(first.get(second.login().substring(second.url().length() - 1))
                            .statusCode())
                    .isEqualTo(303);
            assertThat(second.process().waitFor()).isZero();
            first.process().destroy();
            assertThat(first.process().waitFor()).isZero();
        }
    }

    @Test
    void aWrongParameterIsNamed() throws IOException, InterruptedException {
        try (var server = ServeProcess.start(home("true"))) {
            for (var wrong : List.of(
                    List.of("pawl/search", "{}", "query"),
                    List.of("pawl/search", "{\"query\":5}", "query"),
                    List.of("pawl/search", "{\"query\":\"x\",\"limit\":0}", "limit"),
                    List.of("pawl/search", "{\"query\":\"x\",\"cursor\":\"y\"}", "cursor"),
                    List.of("pawl/search", "{\"querry\":\"x\"}", "querry"),
                    List.of("pawl/status/read", "{\"threadIds\":\"x\"}", "threadIds"),
                    List.of("pawl/status/read", "{\"threadIds\":[\"x\"]}", "threadIds"),
                    List.of("pawl/thread/seen", "{\"threadId\":\"x\",\"seq\":1}", "threadId"),
                    List.of("pawl/diff/read", "{}", "threadId"),
                    List.of("pawl/undo", "{}", "threadId"),
                    List.of("pawl/turn/inspect", "{}", "threadId"),
                    List.of("pawl/usage/read", "{\"by\":[\"colour\"]}", "by"),
                    List.of("pawl/home/read", "{\"hours\":-1}", "hours"),
                    List.of("pawl/log/tail", "{\"lines\":\"many\"}", "lines"),
                    List.of("pawl/folders/list", "{\"path\":\"/no/such/folder\"}", "path"),
                    List.of("pawl/approvals/decide", "{}", "id"),
                    List.of("pawl/approvals/decide", "{\"id\":\"x/y\",\"decision\":\"accept\"}", "id"),
                    List.of("pawl/item/read", "{\"threadId\":\"x\"}", "turnId"))) {
                var error = server.ask(wrong.get(0), Json.parse(wrong.get(1))).at("error");
                assertThat(error.at("data").text("field")).as(wrong.toString()).isEqualTo(wrong.get(2));
            }
        }
    }
}
