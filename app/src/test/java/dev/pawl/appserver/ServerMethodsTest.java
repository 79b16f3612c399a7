package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.says;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What clients ask of the server beside turns: commands, files, settings, models, reviews.
@Tag("process")
@Timeout(120)
class ServerMethodsTest {
    private static final String FREE = ",\"sandboxPolicy\":{\"type\":\"dangerFullAccess\"}";

    @TempDir
    Path folder;

    private Path home;
    private ServerProcess server;
    private TestClient client;

    @BeforeEach
    void connect() throws IOException, InterruptedException {
        home = ServerProcess.home(folder, says("Nothing is wrong."));
        Files.writeString(home.resolve("config.toml"), """
                [model_providers.keyed]
                name = "Keyed"
                base_url = "http://127.0.0.1:1"
                env_key = "PAWL_NO_SUCH_KEY"
                [model_providers.late]
                name = "Late"
                [model_providers.odd]
                name = "Odd"
                wire_api = "scripted"
                base_url = "\\u0000"
                """, StandardOpenOption.APPEND);
        server = ServerProcess.start(home);
        client = server.connect();
    }

    @AfterEach
    void leave() {
        client.close();
        server.close();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
    }

    private Json exec(String command, String more) throws InterruptedException {
        var argv = Json.strings(List.of("sh", "-c", command)).write();
        return client.call("command/exec", "{\"command\":" + argv + ",\"cwd\":\"" + folder + "\"" + more + "}");
    }

    @Test
    void aCommandIsHeldToItsPolicyAndItsOutputsAreApart() throws InterruptedException {
        var ran = exec("echo out; echo err >&2; touch made; exit 3", FREE);
        assertEquals(3, ran.number("exitCode"));
        assertEquals("out\n", ran.text("stdout"));
        assertEquals("err\n", ran.text("stderr"));
        assertTrue(Files.exists(folder.resolve("made")));
        var confined = exec("echo x > refused || echo no", ",\"sandboxPolicy\":{\"type\":\"readOnly\"}");
        assertEquals("no\n", confined.text("stdout"), confined.write());
        assertFalse(Files.exists(folder.resolve("refused")));
        var policy = ",\"sandboxPolicy\":{\"type\":\"workspaceWrite\",\"writableRoots\":[]}";
        assertEquals("yes\n", exec("echo x > allowed && echo yes", policy).text("stdout"));
    }

    @Test
    void timeAndOutputAreBounded() throws InterruptedException {
        assertEquals(124, exec("sleep 60", FREE + ",\"timeoutMs\":200").number("exitCode"));
        assertEquals(
                "12345", exec("echo 123456789", FREE + ",\"outputBytesCap\":5").text("stdout"));
        assertEquals(
                "v\n", exec("echo $GIVEN", FREE + ",\"env\":{\"GIVEN\":\"v\"}").text("stdout"));
        assertTrue(client.refuses("command/exec", "{\"command\":[]}").contains("must not be empty"));
        assertTrue(client.refuses("command/exec", "{\"command\":[\"cat\"],\"streamStdin\":true}")
                .contains("requires a client-supplied processId"));
        assertTrue(client.refuses("command/exec", "{\"command\":[\"x\"],\"timeoutMs\":1,\"disableTimeout\":true}")
                .contains("both"));
    }

    @Test
    void aCommandUnderWayIsFedHeardAndEnded() throws InterruptedException {
        var cat = client.begin(
                "command/exec",
                "{\"command\":[\"cat\"],\"processId\":\"p\",\"streamStdin\":true,\"streamStdoutStderr\":true,"
                        + "\"disableTimeout\":true" + FREE + "}");
        // It need not have begun: what is written at once comes after its start, and in order.
        var lines = IntStream.range(0, 50).mapToObj(i -> "line " + i + "\n").toList();
        var writes = new ArrayList<Json>();
        for (var line : lines) {
            writes.add(client.begin(
                    "command/exec/write", "{\"processId\":\"p\",\"deltaBase64\":\"" + base64(line) + "\"}"));
        }
        for (var write : writes) {
            var answer = client.await("the answer to a write", write);
            assertTrue(answer.at("error").isNull(), answer.write());
        }
        client.call("command/exec/write", "{\"processId\":\"p\",\"closeStdin\":true}");
        assertEquals(0, client.await("its end", cat).at("result").number("exitCode"));
        var heard = client.heard("command/exec/outputDelta").stream()
                .map(delta -> delta.at("params").text("deltaBase64"))
                .map(delta -> new String(Base64.getDecoder().decode(delta), UTF_8))
                .toList();
        assertEquals(String.join("", lines), String.join("", heard));
        assertTrue(client.refuses("command/exec/terminate", "{\"processId\":\"p\"}")
                .contains("no active command/exec"));

        var shell = client.begin(
                "command/exec",
                "{\"command\":[\"sh\",\"-c\",\"stty size; exec sleep 60\"],\"processId\":\"t\",\"tty\":true,"
                        + "\"size\":{\"rows\":11,\"cols\":44}" + FREE + "}");
        client.await(
                "the size",
                message -> message.at("params").text("processId", "").equals("t")
                        && message.at("params").text("deltaBase64").equals(base64("11 44\r\n")));
        client.call("command/exec/resize", "{\"processId\":\"t\",\"size\":{\"rows\":12,\"cols\":45}}");
        client.call("command/exec/terminate", "{\"processId\":\"t\"}");
        assertEquals(137, client.await("its end", shell).at("result").number("exitCode"));
    }

    @Test
    void commandsEndWithTheirConnection() throws IOException, InterruptedException {
        var pid = folder.resolve("pid");
        try (var ephemeral = server.connect()) {
            ephemeral.begin(
                    "command/exec",
                    "{\"command\":[\"sh\",\"-c\",\"echo $$ > " + pid + "; exec sleep 600\"],\"disableTimeout\":true"
                            + FREE + "}");
            server.await(() -> Files.exists(pid) && Files.size(pid) > 1);
        }
        var process = ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()));
        server.await(() -> process.isEmpty() || !process.get().isAlive());
    }

    @Test
    void filesAreReadWrittenAndWatched() throws InterruptedException {
        var file = folder.resolve("a.txt");
        var path = "{\"path\":\"" + file + "\"}";
        client.call("fs/watch", "{\"watchId\":\"w\",\"path\":\"" + folder + "\"}");
        client.call("fs/writeFile", "{\"path\":\"" + file + "\",\"dataBase64\":\"" + base64("hi") + "\"}");
        client.await(
                "the change",
                message -> message.at("params").text("watchId", "").equals("w")
                        && message.at("params").at("changedPaths").write().contains("a.txt"));
        client.call("fs/unwatch", "{\"watchId\":\"w\"}");
        assertEquals(base64("hi"), client.call("fs/readFile", path).text("dataBase64"));
        assertEquals(Json.of(true), client.call("fs/getMetadata", path).at("isFile"));
        var to = folder.resolve("d/e");
        client.call("fs/createDirectory", "{\"path\":\"" + to + "\"}");
        client.call("fs/copy", "{\"sourcePath\":\"" + file + "\",\"destinationPath\":\"" + to.resolve("b") + "\"}");
        assertTrue(client.call("fs/readDirectory", "{\"path\":\"" + to + "\"}")
                .write()
                .contains("\"b\""));
        client.call("fs/remove", "{\"path\":\"" + folder.resolve("d") + "\"}");
        assertFalse(Files.exists(to));
        assertTrue(client.refuses("fs/readFile", "{\"path\":\"" + to + "\"}").contains("No such file"));
        assertTrue(client.refuses("fs/readFile", "{\"path\":\"relative\"}").contains("absolute"));
        for (var device : List.of("/dev/zero", "/dev/tty", "/dev/null")) {
            var refused = client.refuses("fs/readFile", "{\"path\":\"" + device + "\"}");
            assertTrue(refused.contains("not a regular file"), refused);
        }
        var copy = "{\"sourcePath\":\"/dev/zero\",\"destinationPath\":\"" + file + "\"}";
        assertTrue(client.refuses("fs/copy", copy).contains("not a regular file"));
    }

    @Test
    void aWrittenSettingIsInForceForTheNextThreadAndTheFileKeepsItsComments() throws IOException, InterruptedException {
        var config = home.resolve("config.toml");
        Files.writeString(config, "# mine\n" + Files.readString(config));
        var written = client.call(
                "config/value/write",
                "{\"keyPath\":\"model_reasoning_effort\",\"mergeStrategy\":\"replace\",\"value\":\"high\"}");
        assertEquals("ok", written.text("status"));
        assertTrue(Files.readString(config).startsWith("# mine\n"));
        var read = client.call("config/read", "{}");
        assertEquals("high", read.at("config").text("model_reasoning_effort"));
        assertEquals(
                written.text("version"),
                read.at("origins").at("model_reasoning_effort").text("version"));
        var layer = client.call("config/read", "{\"includeLayers\":true}")
                .at("layers")
                .at(0);
        assertEquals("user", layer.at("name").text("type"));
        assertEquals("high", layer.at("config").text("model_reasoning_effort"));
        assertEquals("high", client.call("thread/start", "{}").text("reasoningEffort"));
        client.call(
                "config/batchWrite",
                "{\"edits\":[{\"keyPath\":\"model_reasoning_effort\",\"mergeStrategy\":\"replace\",\"value\":null},"
                        + "{\"keyPath\":\"profiles.fast\",\"mergeStrategy\":\"upsert\",\"value\":{\"model\":\"small\"}}]}");
        assertFalse(Files.readString(config).contains("effort"));
        var models = client.call("model/list", "{\"limit\":1}");
        assertEquals("scripted", models.at("data").at(0).text("id"));
        var rest = client.call("model/list", "{\"cursor\":\"" + models.text("nextCursor") + "\"}");
        assertEquals("small", rest.at("data").at(0).text("id"));
        var before = Files.readString(config);
        assertTrue(client.refuses(
                        "config/value/write",
                        "{\"keyPath\":\"approval_policy\",\"mergeStrategy\":\"replace\",\"value\":\"bogus\"}")
                .contains("Invalid configuration"));
        assertTrue(client.refuses(
                        "config/value/write",
                        "{\"keyPath\":\"model\",\"mergeStrategy\":\"replace\",\"value\":\"x\",\"expectedVersion\":\"old\"}")
                .contains("modified since last read"));
        assertTrue(client.refuses(
                        "config/value/write",
                        "{\"keyPath\":\"profile\",\"mergeStrategy\":\"replace\",\"value\":\"nope\"}")
                .contains("was not changed"));
        assertEquals(before, Files.readString(config));
    }

    @Test
    void aWrittenProviderIsUsedByTheNextTurn() throws InterruptedException {
        var thread = client.call("thread/start", "{\"modelProvider\":\"late\"}")
                .at("thread")
                .text("id");
        client.turn(thread);
        var failed = client.await("turn/completed", thread).at("params").at("turn");
        assertTrue(failed.at("error").text("message").contains("has no address"), failed.write());
        var provider = Json.object()
                .with("name", "Late")
                .with("wire_api", "scripted")
                .with("base_url", home.resolve("script.jsonl").toString());
        client.call(
                "config/value/write",
                "{\"keyPath\":\"model_providers.late\",\"mergeStrategy\":\"upsert\",\"value\":" + provider.write()
                        + "}");
        client.turn(thread);
        var ended = client.heard("turn/completed").getLast().at("params").at("turn");
        assertEquals("completed", ended.text("status"), ended.write());
    }

    private void assertFails(String provider, String why) throws InterruptedException {
        var thread = client.call("thread/start", "{\"modelProvider\":\"" + provider + "\"}")
                .at("thread")
                .text("id");
        client.turn(thread);
        var ended = client.await("turn/completed", thread).at("params").at("turn");
        assertEquals("failed", ended.text("status"));
        assertTrue(ended.at("error").text("message").contains(why), ended.write());
    }

    @Test
    void aTurnThatTheSettingsKeepFromRunningSaysWhy() throws InterruptedException {
        assertFails("keyed", "export PAWL_NO_SUCH_KEY");
        assertFails("late", "the provider late has no address");
    }

    @Test
    void aMistakeOfOurOwnEndsTheTurnWithItsReason() throws InterruptedException {
        assertFails("odd", "Internal error: java.nio.file.InvalidPathException");
    }

    @Test
    void aReviewIsATurnThatSaysWhatItIs() throws InterruptedException {
        var thread = client.call("thread/start", "{\"cwd\":\"" + folder + "\"}")
                .at("thread")
                .text("id");
        var started = client.call(
                "review/start",
                "{\"threadId\":\"" + thread + "\",\"target\":{\"type\":\"baseBranch\",\"branch\":\"main\"}}");
        assertEquals(thread, started.text("reviewThreadId"));
        client.await("turn/completed", thread);
        var turn = client.call("thread/read", "{\"threadId\":\"" + thread + "\",\"includeTurns\":true}")
                .at("thread")
                .at("turns")
                .at(0);
        assertEquals(
                List.of("enteredReviewMode", "userMessage", "agentMessage", "exitedReviewMode"),
                turn.list("items").stream().map(item -> item.text("type")).toList());
        assertEquals("Nothing is wrong.", turn.at("items").at(3).text("review"));
        assertTrue(client.refuses(
                        "review/start",
                        "{\"threadId\":\"" + thread + "\",\"target\":{\"type\":\"commit\",\"sha\":\" \"}}")
                .contains("sha must not be empty"));
    }

    @Test
    void nobodyIsSignedInAndNobodyNeedsToBe() throws IOException, InterruptedException {
        var account = client.call("account/read", "{}");
        assertTrue(account.at("account").isNull());
        assertFalse(account.at("requiresOpenaiAuth").asBool());
    }
}
