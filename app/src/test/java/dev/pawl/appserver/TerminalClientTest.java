package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.runs;
import static dev.pawl.appserver.ServerProcess.says;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What Codex's own terminal UI asks of a server.
@Tag("process")
@Timeout(120)
class TerminalClientTest {
    @TempDir
    Path folder;

    private String start(TestClient client, String more) throws InterruptedException {
        return client.call("thread/start", "{\"cwd\":\"" + folder + "\"" + more + "}")
                .at("thread")
                .text("id");
    }

    private static Json.Obj of(String thread) {
        return Json.object().with("threadId", thread);
    }

    private static String input(String thread, String words) {
        var text = Json.object().with("type", "text").with("text", words);
        return of(thread).with("input", Json.array(List.of(text))).write();
    }

    private static Json item(TestClient client, String method, String type) throws InterruptedException {
        return client.await(
                        method + " " + type,
                        message -> message.text("method", "").equals(method)
                                && message.at("params")
                                        .at("item")
                                        .text("type", "")
                                        .equals(type))
                .at("params")
                .at("item");
    }

    @Test
    void aCommandOfThePersonIsATurnThatTheAgentHearsOf() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, says("Hello."));
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var thread = start(client, ",\"sandbox\":\"read-only\"");
            var words = of(thread).with("command", "echo one > made.txt; cat made.txt; echo 'it''s' >&2; exit 3");
            client.call("thread/shellCommand", words.write());
            client.await("turn/started", thread);
            var ran = item(client, "item/completed", "commandExecution");
            client.await("turn/completed", thread);
            assertEquals("userShell", ran.text("source"));
            assertEquals("failed", ran.text("status"));
            assertEquals(3, ran.number("exitCode"));
            assertTrue(Files.exists(folder.resolve("made.txt")), "the person is not confined");
            var output = ran.text("aggregatedOutput");
            assertTrue(output.contains("one\n") && output.contains("its\n"), output);
            var live = client.heard("item/commandExecution/outputDelta").stream()
                    .map(message -> message.at("params").text("delta"))
                    .collect(Collectors.joining());
            assertEquals(output.length(), live.length());
            client.turn(thread);
            var items = client.call(
                            "thread/read",
                            of(thread).with("includeTurns", Json.of(true)).write())
                    .at("thread")
                    .at("turns")
                    .at(0)
                    .at("items");
            assertEquals("commandExecution", items.at(0).text("type"));
            assertEquals(output.strip(), items.at(0).text("aggregatedOutput").strip());
            assertEquals("userMessage", items.at(1).text("type"));
        }
    }

    @Test
    void aCommandOfThePersonEndsWhenItsTurnIsInterrupted() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(ServerProcess.home(folder, says("Hello.")));
                var client = server.connect()) {
            var thread = start(client, "");
            client.call(
                    "thread/shellCommand",
                    of(thread).with("command", "echo up; sleep 1311").write());
            client.await("item/commandExecution/outputDelta", thread);
            var turn =
                    client.await("turn/started", thread).at("params").at("turn").text("id");
            client.call("turn/interrupt", of(thread).with("turnId", turn).write());
            client.await("turn/completed", thread);
            server.await(() -> server.running("sleep 1311") == 0);
        }
    }

    @Test
    void terminalsAreListedAndEnded() throws IOException, InterruptedException {
        var call = Json.object()
                .with("type", "function_call")
                .with("name", "exec_command")
                .with("call_id", "call_1")
                .with(
                        "arguments",
                        Json.object()
                                .with("cmd", "echo up; sleep 1312")
                                .with("login", Json.of(false))
                                .with("yield_time_ms", 500));
        var home = ServerProcess.home(folder, Json.object().with("items", Json.array(List.of(call))), says("Done."));
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var thread = start(client, "");
            client.turn(thread);
            var ran = item(client, "item/completed", "commandExecution");
            assertEquals("up\n", ran.text("aggregatedOutput"), "so far");
            var all = client.call("thread/backgroundTerminals/list", of(thread).write());
            var one = all.list("data").getFirst();
            assertEquals("call_1", one.text("itemId"));
            assertEquals(ran.text("processId"), one.text("processId"));
            assertTrue(one.text("command").contains("sleep 1312"));
            var end = of(thread).with("processId", one.text("processId"));
            assertEquals(
                    Json.of(true),
                    client.call("thread/backgroundTerminals/terminate", end.write())
                            .at("terminated"));
            server.await(() -> server.running("sleep 1312") == 0);
            client.call("thread/backgroundTerminals/clean", of(thread).write());
            assertEquals(
                    List.of(),
                    client.call("thread/backgroundTerminals/list", of(thread).write())
                            .list("data"));
        }
    }

    @Test
    void settingsHoldForTheNextTurnsAndAreToldToAll() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, says("Hello."));
        try (var server = ServerProcess.start(home);
                var one = server.connect();
                var two = server.connect()) {
            var thread = start(one, "");
            two.call("thread/resume", of(thread).write());
            var plan = Json.object()
                    .with("mode", "plan")
                    .with("settings", Json.object().with("model", "scripted").with("reasoning_effort", "high"));
            one.call(
                    "thread/settings/update",
                    of(thread).with("collaborationMode", plan).write());
            for (var client : List.of(one, two)) {
                var told = client.await("thread/settings/updated", thread)
                        .at("params")
                        .at("threadSettings");
                assertEquals("plan", told.at("collaborationMode").text("mode"));
                assertEquals("high", told.text("effort"));
            }
            one.call(
                    "thread/settings/update",
                    of(thread).with("collaborationMode", plan).write());
            one.turn(thread);
            assertEquals(1, two.heard("thread/settings/updated").size(), "nothing changed");
            var same = one.call("thread/resume", of(thread).write());
            assertEquals("high", same.text("reasoningEffort"));
            assertEquals(
                    2, one.call("collaborationMode/list", "{}").list("data").size());
        }
    }

    @Test
    void theResumePickerFindsThreadsOfAllClients() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(ServerProcess.home(folder, says("Hello.")));
                var client = server.connect()) {
            var thread = start(client, "");
            client.turn(thread);
            var kinds = client.call("thread/list", "{\"sourceKinds\":[\"cli\",\"vscode\"]}")
                    .list("data");
            assertEquals(
                    List.of(thread), kinds.stream().map(one -> one.text("id")).toList());
            assertEquals("vscode", kinds.getFirst().text("source"));
            assertEquals(
                    List.of(),
                    client.call("thread/list", "{\"sourceKinds\":[\"exec\"]}").list("data"));
            assertEquals(
                    3, client.call("permissionProfile/list", "{}").list("data").size());
            var read = client.call("thread/start", "{\"cwd\":\"" + folder + "\",\"permissions\":\":read-only\"}");
            assertEquals("readOnly", read.at("sandbox").text("type"));
            client.refuses("thread/start", "{\"permissions\":\":read-only\",\"sandbox\":\"read-only\"}");
            client.refuses("thread/start", "{\"permissions\":\":none\"}");
        }
    }

    @Test
    void aRuleThatCannotSayACompoundCommandLeavesTheYes() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo a >> ran.txt && echo b >> ran.txt"), says("Done."));
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var thread = start(client, ",\"approvalPolicy\":\"untrusted\"");
            client.call("turn/start", input(thread, "go"));
            var asked = client.await("item/commandExecution/requestApproval", thread);
            var rule = Json.object().with("execpolicy_amendment", Json.strings(List.of("echo", "a")));
            var decision = Json.object().with("acceptWithExecpolicyAmendment", rule);
            client.send(Json.object()
                    .with("id", asked.at("id"))
                    .with("result", Json.object().with("decision", decision)));
            assertTrue(
                    client.await("warning", thread).at("params").text("message").contains("no rule was kept"));
            client.await("turn/completed", thread);
            assertEquals("a\nb\n", Files.readString(folder.resolve("ran.txt")));
            assertFalse(Files.exists(home.resolve("rules.toml")));
        }
    }

    @Test
    void whatWasSaidToAnInterruptedTurnIsNotSaidAgain() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo begun; sleep 1313"), says("Done."));
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var thread = start(client, "");
            var turn = client.call("turn/start", input(thread, "go")).at("turn").text("id");
            client.await("item/commandExecution/outputDelta", thread);
            var steer = Json.parse(input(thread, "and this")) instanceof Json.Obj words
                    ? words.with("expectedTurnId", turn).write()
                    : "";
            client.call("turn/steer", steer);
            client.call("turn/interrupt", of(thread).with("turnId", turn).write());
            client.await("turn/completed", thread);
            var ran = item(client, "item/completed", "commandExecution");
            assertEquals("begun\n", ran.text("aggregatedOutput"), "what it printed until then");
            client.turn(thread);
            assertEquals(2, client.heard("turn/started").size(), "no turn of the steering's own");
        }
    }
}
