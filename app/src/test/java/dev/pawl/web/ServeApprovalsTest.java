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

/// What goes wrong elsewhere when an approval is answered on another device: each is a test. The
/// model asks for two commands outside the sandbox at once; each writes its mark when it runs.
@Tag("process")
@Timeout(180)
class ServeApprovalsTest {
    @TempDir
    Path folder;

    private Path home() throws IOException {
        return home("echo one >> " + marks(), "echo two >> " + marks() + "2");
    }

    private Path home(String one, String two) throws IOException {
        var home = Files.createDirectories(folder.resolve("home"));
        var script = home.resolve("script.jsonl");
        Files.writeString(
                script,
                "{\"items\":[" + call(one) + "," + call(two) + "]}\n{\"items\":[" + call(one) + "]}\n"
                        + "{\"items\":[{\"type\":\"text\",\"text\":\"It is done.\"}]}\n"
                        + "{\"items\":[{\"type\":\"text\",\"text\":\"Read.\"}]}\n".repeat(3));
        Files.writeString(home.resolve("config.toml"), """
                model = "scripted"
                model_provider = "demo"
                approval_policy = "on-request"
                [model_providers.demo]
                name = "Demo"
                wire_api = "scripted"
                base_url = "%s"
                """.formatted(script));
        return home;
    }

    private static String call(String command) {
        var arguments = Json.object()
                .with("cmd", command)
                .with("login", Json.of(false))
                .with("sandbox_permissions", "require_escalated")
                .with("justification", "the test asks");
        return "{\"type\":\"function_call\",\"name\":\"exec_command\",\"arguments\":" + arguments.write() + "}";
    }

    private Path marks() {
        return folder.resolve("marks");
    }

    private List<String> ran() {
        try {
            var all = new ArrayList<String>();
            for (var end : List.of("", "2")) {
                var file = Path.of(marks() + end);
                if (Files.exists(file)) all.addAll(Files.readAllLines(file));
            }
            return all;
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    private String begin(ServeProcess server) throws IOException, InterruptedException {
        var thread = server.call("thread/start", Json.object().with("cwd", folder.toString()))
                .at("thread")
                .text("id");
        say(server, thread, "go");
        return thread;
    }

    private static void say(ServeProcess server, String thread, String words) throws IOException, InterruptedException {
        var input = Json.array(List.of(Json.object().with("type", "text").with("text", words)));
        server.call("turn/start", Json.object().with("threadId", thread).with("input", input));
    }

    private static List<Json> open(ServeProcess server) {
        try {
            return server.call("pawl/approvals/list", Json.object()).list("data");
        } catch (IOException gone) {
            return List.of();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private static List<Json> awaitOpen(ServeProcess server, int count) {
        Eventually.eventually(count + " questions are open", () -> open(server).size() == count);
        return open(server);
    }

    private static Json decide(ServeProcess server, Json asked, String decision)
            throws IOException, InterruptedException {
        return server.ask(
                "pawl/approvals/decide",
                Json.object().with("id", asked.text("id")).with("decision", decision));
    }

    private static String command(Json asked) {
        return asked.at("params").text("command");
    }

    @Test
    void everyOneOfSeveralIsShownToEveryClientAndAnsweredFromTheListInAnyOrder() throws Exception {
        try (var server = ServeProcess.start(home())) {
            begin(server);
            var asked = awaitOpen(server, 2);
            assertThat(asked.stream().map(ServeApprovalsTest::command).toList())
                    .anyMatch(words -> words.contains("echo one"))
                    .anyMatch(words -> words.contains("echo two"));
            assertThat(decide(server, asked.getLast(), "accept").at("error").isNull())
                    .isTrue();
            assertThat(decide(server, asked.getFirst(), "decline").at("error").isNull())
                    .isTrue();
            Eventually.eventually("the accepted one ran", () -> ran().size() == 1);
            // The next step asks again: what was answered is not asked a second time.
            var next = awaitOpen(server, 1);
            assertThat(next.getFirst().text("id"))
                    .isNotIn(asked.stream().map(one -> one.text("id")).toList());
        }
    }

    @Test
    void anAnswerIsTakenOnceAndTheSecondIsToldSo() throws Exception {
        try (var server = ServeProcess.start(home())) {
            begin(server);
            var asked = awaitOpen(server, 2);
            decide(server, asked.getFirst(), "accept");
            assertThat(decide(server, asked.getFirst(), "decline").at("error").text("message"))
                    .isNotEmpty();
            decide(server, asked.getLast(), "decline");
            Eventually.eventually("it ran", () -> !ran().isEmpty());
            assertThat(ran()).hasSize(1);
        }
    }

    @Test
    void acceptedForTheThreadItIsNotAskedAgainAndTheThreadGoesOn() throws Exception {
        try (var server = ServeProcess.start(home("ls /", "ls /tmp"))) {
            var thread = begin(server);
            for (var asked : awaitOpen(server, 2))
                assertThat(decide(server, asked, "acceptForSession").at("error").isNull())
                        .isTrue();
            Eventually.eventually(
                    "the turn is over", () -> status(server, thread).equals("idle"));
            assertThat(open(server)).isEmpty();
        }
    }

    private static String status(ServeProcess server, String thread) {
        try {
            var which = Json.object().with("threadIds", Json.strings(List.of(thread)));
            return server.call("pawl/status/read", which)
                    .list("data")
                    .getFirst()
                    .text("status");
        } catch (IOException gone) {
            return "";
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    @Test
    void anOpenQuestionKeepsNobodyFromReadingQueueingAndOtherThreads() throws Exception {
        try (var server = ServeProcess.start(home())) {
            var thread = begin(server);
            awaitOpen(server, 2);
            assertThat(server.call("thread/read", Json.object().with("threadId", thread))
                            .at("thread")
                            .text("id"))
                    .isEqualTo(thread);
            var input = Json.array(List.of(Json.object().with("type", "text").with("text", "later")));
            server.call(
                    "thread/queue/add",
                    Json.object()
                            .with("threadId", thread)
                            .with("clientUserMessageId", "m1")
                            .with("input", input));
            begin(server);
            assertThat(awaitOpen(server, 4)).hasSize(4);
        }
    }

    /// Answered and killed at once, asked before the kill and answered after it.
    @Test
    void answersOutliveTheServer() throws Exception {
        var home = home();
        String thread;
        try (var first = ServeProcess.start(home)) {
            thread = begin(first);
            decide(first, awaitOpen(first, 2).getFirst(), "accept");
            first.kill();
        }
        try (var second = ServeProcess.start(home)) {
            decide(second, awaitOpen(second, 1).getFirst(), "accept");
            Eventually.eventually("both ran", () -> ran().size() == 2);
            for (var asked : awaitOpen(second, 1)) decide(second, asked, "decline");
            Eventually.eventually(
                    "the turn is over", () -> status(second, thread).equals("idle"));
            assertThat(ran()).containsExactlyInAnyOrder("one", "two");
        }
    }

    /// Asked before the kill and answered after it.
    @Test
    void questionsOutliveTheServer() throws Exception {
        var home = home();
        String thread;
        try (var first = ServeProcess.start(home)) {
            thread = begin(first);
            awaitOpen(first, 2);
            first.kill();
        }
        try (var second = ServeProcess.start(home)) {
            for (var asked : awaitOpen(second, 2)) decide(second, asked, "decline");
            for (var asked : awaitOpen(second, 1)) decide(second, asked, "decline");
            Eventually.eventually(
                    "the turn is over", () -> status(second, thread).equals("idle"));
            assertThat(ran()).isEmpty();
            assertThat(open(second)).isEmpty();
        }
    }

    /// A client that was away is told what is open now, and nothing that was answered.
    @Test
    void aClientThatComesBackIsToldWhatIsOpenAndNotWhatWasAnswered() throws Exception {
        try (var server = ServeProcess.start(home())) {
            var thread = begin(server);
            var asked = awaitOpen(server, 2);
            decide(server, asked.getFirst(), "decline");
            awaitOpen(server, 1);
            var request = HttpRequest.newBuilder(URI.create(server.url() + "api/events?thread=" + thread))
                    .header("Authorization", "Bearer " + server.token())
                    .header("Last-Event-ID", "0")
                    .build();
            var reply = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
            try (var lines = reply.body()) {
                var told = lines.filter(line -> line.contains("requestApproval"))
                        .findFirst()
                        .orElseThrow();
                assertThat(told).contains(asked.getLast().text("itemId"));
            }
            assertThat(open(server).getFirst().text("id"))
                    .isEqualTo(asked.getLast().text("id"));
        }
    }
}
