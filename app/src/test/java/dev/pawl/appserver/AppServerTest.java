package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.runs;
import static dev.pawl.appserver.ServerProcess.says;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The app-server as its clients meet it: a process of its own, over WebSocket.
@Tag("process")
@Timeout(120)
class AppServerTest {
    private static final String INPUT = ",\"input\":[{\"type\":\"text\",\"text\":\"go\"}]}";

    @TempDir
    Path folder;

    private static String thread(Json started) {
        return started.at("thread").text("id");
    }

    private static String start(TestClient client, Path cwd, String more) throws InterruptedException {
        return thread(client.call("thread/start", "{\"cwd\":\"" + cwd + "\"" + more + "}"));
    }

    private static String turn(TestClient client, String thread) throws InterruptedException {
        return client.call("turn/start", "{\"threadId\":\"" + thread + "\"" + INPUT)
                .at("turn")
                .text("id");
    }

    @Test
    void aTurnIsToldInCodexsOrder() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(ServerProcess.home(folder, says("Hello.")));
                var client = server.connect()) {
            var thread = start(client, folder, "");
            turn(client, thread);
            var done = client.await("turn/completed", thread);
            assertEquals("completed", done.at("params").at("turn").text("status"));
            assertEquals(
                    List.of(
                            "thread/status/changed",
                            "turn/started",
                            "item/started",
                            "item/completed",
                            "item/started",
                            "item/agentMessage/delta",
                            "item/completed",
                            "thread/tokenUsage/updated",
                            "thread/status/changed",
                            "turn/completed"),
                    client.methods(thread));
        }
    }

    @Test
    void aCommandThatOutlivesItsCallIsCompletedWhenItEnds() throws IOException, InterruptedException {
        var waits = "echo one; while [ ! -e flag ]; do sleep 0.05; done; echo two; exit 4";
        var look = Json.object().with("session_id", 1000 + Integer.parseInt(hash("c1"), 16) % 99_000);
        var home = ServerProcess.home(
                folder,
                calls("c1", "exec_command", Json.object().with("cmd", waits).with("yield_time_ms", 250)),
                calls("c2", "exec_command", Json.object().with("cmd", "touch flag")),
                calls("c3", "write_stdin", look),
                calls(
                        "c4",
                        "exec_command",
                        Json.object().with("cmd", "echo so far; sleep 1304").with("yield_time_ms", 250)),
                calls("c5", "exec_command", Json.object().with("cmd", "until [ -e seen ]; do sleep 0.05; done")),
                says("Done."));
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var thread = start(client, folder, "");
            turn(client, thread);
            // The turn ends only when the last command has said its word.
            var printed = "item/commandExecution/outputDelta";
            client.await(
                    printed,
                    message -> message.text("method", "").equals(printed)
                            && message.at("params").text("itemId").equals("c4"));
            Files.createFile(folder.resolve("seen"));
            client.await("turn/completed", thread);
            var items = client.heard("item/completed").stream()
                    .map(message -> message.at("params").at("item"))
                    .filter(item -> item.text("type").equals("commandExecution"))
                    .filter(item -> !item.text("id").equals("c5"))
                    .toList();
            assertEquals(
                    List.of("c2", "c1", "c4"),
                    items.stream().map(item -> item.text("id")).toList());
            assertEquals("failed", items.get(1).text("status"));
            assertEquals(4, items.get(1).number("exitCode"));
            assertEquals("one\ntwo\n", items.get(1).text("aggregatedOutput"));
            var live = client.heard("item/commandExecution/outputDelta").stream()
                    .map(message -> message.at("params"))
                    .filter(params -> params.text("itemId").equals("c1"))
                    .map(params -> params.text("delta"))
                    .collect(Collectors.joining());
            assertEquals("one\ntwo\n", live, "also behind the answer to its call");
            assertTrue(items.get(2).at("exitCode").isNull());
            assertEquals("so far\n", items.get(2).text("aggregatedOutput"), "what is known of it");
        }
    }

    private static String hash(String call) {
        return RunFolder.hash(call.getBytes(StandardCharsets.UTF_8)).substring(0, 7);
    }

    private static Json calls(String id, String tool, Json.Obj arguments) {
        var call = Json.object()
                .with("type", "function_call")
                .with("name", tool)
                .with("call_id", id)
                .with("arguments", arguments);
        return Json.object().with("items", Json.array(List.of(call)));
    }

    @Test
    void twoClientsAreAskedAndTheFirstAnswerCounts() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo ran >> ran.txt"), says("Done."));
        try (var server = ServerProcess.start(home);
                var one = server.connect();
                var two = server.connect()) {
            var thread = start(one, folder, ",\"approvalPolicy\":\"untrusted\"");
            two.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
            turn(one, thread);
            var asked = one.await("item/commandExecution/requestApproval", thread);
            assertEquals(
                    asked.at("id"),
                    two.await("item/commandExecution/requestApproval", thread).at("id"));
            two.answer(asked, "accept");
            one.await("serverRequest/resolved", thread);
            one.answer(asked, "decline");
            assertEquals(
                    "completed",
                    one.await("turn/completed", thread).at("params").at("turn").text("status"));
            two.await("turn/completed", thread);
            assertEquals("ran\n", Files.readString(folder.resolve("ran.txt")));
            assertEquals(1, two.heard("serverRequest/resolved").size());
        }
    }

    @Test
    void aYesWhoseRuleCannotBeKeptHoldsOnce() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo ran >> ran.txt"), says("Done."));
        // Where the lock of the rules should be: nothing can be remembered.
        Files.createDirectories(home.resolve("rules.lock"));
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var thread = start(client, folder, ",\"approvalPolicy\":\"untrusted\"");
            turn(client, thread);
            var asked = client.await("item/commandExecution/requestApproval", thread);
            var rule = asked.at("params").at("proposedExecpolicyAmendment");
            var always = Json.object().with("execpolicy_amendment", rule);
            var decision = Json.object().with("acceptWithExecpolicyAmendment", always);
            client.send(Json.object()
                    .with("id", asked.at("id"))
                    .with("result", Json.object().with("decision", decision)));
            assertTrue(
                    client.await("warning", thread).at("params").text("message").contains("no rule was kept"));
            client.await("turn/completed", thread);
            assertEquals("ran\n", Files.readString(folder.resolve("ran.txt")));
            assertFalse(Files.exists(home.resolve("rules.toml")));
        }
    }

    @Test
    void whoJoinsWithARequestIsAskedWhatIsOpen() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo ran >> ran.txt"), says("Done."));
        try (var server = ServerProcess.start(home);
                var one = server.connect();
                var two = server.connect()) {
            var thread = start(one, folder, ",\"approvalPolicy\":\"untrusted\"");
            turn(one, thread);
            var asked = one.await("item/commandExecution/requestApproval", thread);
            turn(two, thread);
            assertEquals(asked, two.await("item/commandExecution/requestApproval", thread));
            two.answer(asked, "accept");
            two.await("turn/completed", thread);
            assertEquals(1, one.heard("item/commandExecution/requestApproval").size());
        }
    }

    @Test
    void turnsAndQuestionsOutliveKillMinusNine() throws IOException, InterruptedException {
        var home = ServerProcess.home(
                folder, runs("if [ -f slow ]; then touch begun; sleep 60; fi; echo ran >> ran.txt"), says("Done."));
        var slow = Files.createDirectories(folder.resolve("slow-one"));
        var held = Files.createDirectories(folder.resolve("held-one"));
        Files.createFile(slow.resolve("slow"));
        String running;
        String waiting;
        String waitingTurn;
        Json asked;
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            running = start(client, slow, "");
            waiting = start(client, held, ",\"approvalPolicy\":\"untrusted\"");
            turn(client, running);
            waitingTurn = turn(client, waiting);
            asked = client.await("item/commandExecution/requestApproval", waiting);
            client.await(
                    "item/started",
                    message -> message.at("params").text("threadId", "").equals(running)
                            && message.at("params").at("item").text("type", "").equals("commandExecution"));
            server.kill();
        }
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            // The turn that ran goes on by itself, whether or not somebody asks for it.
            var resumed = client.call("thread/resume", "{\"threadId\":\"" + waiting + "\"}")
                    .at("thread");
            assertEquals("active", resumed.at("status").text("type"));
            assertEquals(waitingTurn, resumed.at("turns").at(0).text("id"));
            assertEquals("inProgress", resumed.at("turns").at(0).text("status"));
            var again = client.await("item/commandExecution/requestApproval", waiting);
            assertEquals(asked, again);
            assertFalse(Files.exists(held.resolve("ran.txt")));
            client.answer(again, "accept");
            assertEquals(
                    "completed",
                    client.await("turn/completed", waiting)
                            .at("params")
                            .at("turn")
                            .text("status"));
            assertEquals("ran\n", Files.readString(held.resolve("ran.txt")));
            client.call("thread/resume", "{\"threadId\":\"" + running + "\"}");
            awaitIdle(client, running);
            assertFalse(Files.exists(slow.resolve("ran.txt")), "what was cut off is not run again");
            var turn = client.call("thread/read", "{\"threadId\":\"" + running + "\",\"includeTurns\":true}")
                    .at("thread")
                    .at("turns")
                    .at(0);
            assertEquals("completed", turn.text("status"));
        }
    }

    /// The turn may have ended before we could watch it.
    private static void awaitIdle(TestClient client, String thread) throws InterruptedException {
        for (var status = status(client, thread); !status.equals("idle"); status = status(client, thread)) {
            client.await("turn/completed", thread);
        }
    }

    private static String status(TestClient client, String thread) throws InterruptedException {
        return client.call("thread/read", "{\"threadId\":\"" + thread + "\"}")
                .at("thread")
                .at("status")
                .text("type");
    }

    @Test
    void droppedTurnsAreGoneForEveryClientAndAfterAKill() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, says("Hello."));
        String thread;
        String first;
        try (var server = ServerProcess.start(home);
                var one = server.connect();
                var two = server.connect()) {
            thread = start(one, folder, "");
            two.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
            first = finished(one, thread);
            var second = finished(one, thread);
            var third = finished(one, thread);
            var left = one.call("thread/rollback", "{\"threadId\":\"" + thread + "\",\"numTurns\":1}")
                    .at("thread");
            assertEquals(List.of(first, second), turns(left));
            two.await("thread/reverted", thread);
            one.call("thread/revert", "{\"threadId\":\"" + thread + "\",\"beforeTurnId\":\"" + second + "\"}");
            assertEquals(List.of(first), turns(read(two, thread)));
            assertTrue(one.refuses("thread/rollback", "{\"threadId\":\"" + thread + "\",\"numTurns\":0}")
                    .contains("numTurns must be >= 1"));
            assertTrue(
                    one.refuses("thread/revert", "{\"threadId\":\"" + thread + "\",\"beforeTurnId\":\"" + third + "\"}")
                            .contains("no such turn"));
            server.kill();
        }
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            assertEquals(List.of(first), turns(read(client, thread)));
            client.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
            var next = finished(client, thread);
            assertEquals(List.of(first, next), turns(read(client, thread)));
        }
    }

    private static String finished(TestClient client, String thread) throws InterruptedException {
        var turn = turn(client, thread);
        client.await(
                "turn/completed",
                message -> message.text("method", "").equals("turn/completed")
                        && message.at("params").at("turn").text("id").equals(turn));
        return turn;
    }

    private static Json read(TestClient client, String thread) throws InterruptedException {
        return client.call("thread/read", "{\"threadId\":\"" + thread + "\",\"includeTurns\":true}")
                .at("thread");
    }

    private static List<String> turns(Json thread) {
        return thread.list("turns").stream().map(turn -> turn.text("id")).toList();
    }
}
