package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What surrounds threads: MCP servers, hooks, the account, files, and requests that do not fit.
@Tag("process")
@Timeout(120)
class SurroundingsTest {
    @TempDir
    Path folder;

    private Path home;
    private ServerProcess server;
    private TestClient client;

    @BeforeEach
    void connect() throws IOException, InterruptedException {
        home = ServerProcess.home(folder, says("ok"));
        Files.writeString(home.resolve("config.toml"), AskingServer.settings("asker") + """
                [mcp_servers.broken]
                command = "/no/such/program"
                [model_providers.official]
                name = "Official"
                base_url = "http://127.0.0.1:1"
                requires_openai_auth = true
                [[hooks.PreToolUse]]
                matcher = "exec_command"
                command = "true"
                """, StandardOpenOption.APPEND);
        server = ServerProcess.start(home);
        client = server.connect();
    }

    @AfterEach
    void leave() {
        client.close();
        server.close();
    }

    @Test
    void mcpServersAreLookedAtAndCalled() throws InterruptedException {
        var found = client.call("mcpServerStatus/list", "{}").list("data");
        assertThat(found.stream().map(each -> each.text("name"))).containsExactly("asker", "broken");
        assertThat(found.getFirst().at("tools").at("ask").text("name")).isEqualTo("ask");
        assertThat(found.getFirst().at("serverInfo").text("name")).isEqualTo("asker");
        assertThat(found.getLast().text("toolsError")).contains("/no/such/program");
        var thread = client.call("thread/start", "{}").at("thread").text("id");
        var asked = "{\"threadId\":\"" + thread + "\",\"server\":\"nope\",\"tool\":\"ask\"}";
        assertThat(client.refuses("mcpServer/tool/call", asked)).isEqualTo("unknown MCP server 'nope'");
        client.call("config/mcpServer/reload", "null");
    }

    @Test
    void hooksAreListedAndFilesAreFound() throws IOException, InterruptedException {
        var hooks = client.call("hooks/list", "{\"cwds\":[\"" + folder + "\"]}");
        var hook = hooks.at("data").at(0).at("hooks").at(0);
        assertThat(hook.text("eventName")).isEqualTo("preToolUse");
        assertThat(hook.text("matcher")).isEqualTo("exec_command");
        Files.createDirectories(folder.resolve("tree/src"));
        Files.writeString(folder.resolve("tree/src/app.js"), "");
        Files.writeString(folder.resolve("tree/other.txt"), "");
        var roots = "\"roots\":[\"" + folder.resolve("tree") + "\"]";
        var files = client.call("fuzzyFileSearch", "{\"query\":\"ajs\"," + roots + "}")
                .list("files");
        assertThat(files.stream().map(file -> file.text("path"))).containsExactly("src/app.js");
        client.call("fuzzyFileSearch/sessionStart", "{\"sessionId\":\"s\"," + roots + "}");
        client.call("fuzzyFileSearch/sessionUpdate", "{\"sessionId\":\"s\",\"query\":\"app\"}");
        client.await("the end", message -> message.text("method", "").equals("fuzzyFileSearch/sessionCompleted"));
        client.call("fuzzyFileSearch/sessionStop", "{\"sessionId\":\"s\"}");
        assertThat(client.refuses("fuzzyFileSearch/sessionUpdate", "{\"sessionId\":\"s\",\"query\":\"x\"}"))
                .contains("session not found");
    }

    @Test
    void aKeyIsKeptForItsOwnerAloneAndNeverShown() throws IOException, InterruptedException {
        client.call(
                "config/value/write",
                "{\"keyPath\":\"model_provider\",\"mergeStrategy\":\"replace\",\"value\":\"official\"}");
        assertThat(client.call("account/read", "{}").at("account").isNull()).isTrue();
        assertThat(client.refuses("account/login/start", "{\"type\":\"chatgpt\"}"))
                .contains("API key only");
        client.call("account/login/start", "{\"type\":\"apiKey\",\"apiKey\":\"sk-test-0123456789\"}");
        var file = home.resolve("api-key");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(client.call("account/read", "{}").at("account").text("type")).isEqualTo("apiKey");
        var status = client.call("getAuthStatus", "{\"includeToken\":true}");
        assertThat(status.text("authMethod")).isEqualTo("apikey");
        assertThat(status.write() + client.call("config/read", "{}").write()).doesNotContain("sk-test-0123456789");
        client.call("account/logout", "null");
        assertThat(file).doesNotExist();
        assertThat(client.call("account/read", "{}").at("account").isNull()).isTrue();
    }

    @Test
    void aPathThatIsNotThereYetIsWatched() throws IOException, InterruptedException {
        var path = folder.resolve("new/deep/soon.txt");
        client.call("fs/watch", "{\"watchId\":\"w\",\"path\":\"" + path + "\"}");
        Files.createDirectories(path.getParent());
        // Whichever is seen first, the folders or the file: one change is told.
        Files.writeString(path, "x");
        client.await(
                "the change",
                message -> message.text("method", "").equals("fs/changed")
                        && message.at("params").at("changedPaths").write().contains("soon.txt"));
    }

    @Test
    void whatDoesNotFitIsRefusedBeforeAnythingIsDone() throws IOException, InterruptedException {
        var wrong = new ArrayList<String>();
        for (var each : List.of(
                List.of("thread/start", "{\"cwd\":5}", "invalid type: integer `5`, expected a string"),
                List.of("thread/goal/get", "{}", "missing field `threadId`"),
                List.of("thread/list", "{\"sortKey\":\"x\"}", "unknown variant `x`, expected one of `created_at`"),
                List.of("thread/list", "null", "missing field `params`"),
                List.of("thread/list", "{\"limit\":-1}", "invalid value: integer `-1`, expected u32"),
                List.of("thread/timeline/list", "{\"threadId\":\"x\"}", "thread/timeline/list is not available"),
                List.of("account/rateLimits/read", "{}", "authentication required"))) {
            var said = client.refuses(each.get(0), each.get(1));
            if (!said.contains(each.get(2))) wrong.add(each + ": " + said);
        }
        assertThat(wrong).isEmpty();
        try (var plain = server.connectPlainly()) {
            assertThat(plain.refuses("thread/queue/list", "{\"threadId\":\"x\"}"))
                    .isEqualTo("thread/queue/list requires experimentalApi capability");
            assertThat(plain.refuses("thread/start", "{\"dynamicTools\":[]}"))
                    .isEqualTo("thread/start.dynamicTools requires experimentalApi capability");
        }
    }

    @Test
    void aToolOfTheClientIsCalledThroughIt() throws IOException, InterruptedException {
        var call = Json.object()
                .with("type", "function_call")
                .with("name", "lookup")
                .with("call_id", "call_1")
                .with("arguments", Json.object().with("q", 1));
        Files.writeString(
                home.resolve("script.jsonl"),
                Json.object().with("items", Json.array(List.of(call))).write() + "\n"
                        + says("done").write() + "\n");
        var tool = "{\"name\":\"lookup\",\"description\":\"d\",\"inputSchema\":{\"type\":\"object\"}}";
        assertThat(client.refuses("thread/start", "{\"dynamicTools\":[" + tool.replace("lookup", "bad name!") + "]}"))
                .contains("dynamic tool name must match");
        var thread = client.call("thread/start", "{\"dynamicTools\":[" + tool + "]}")
                .at("thread")
                .text("id");
        client.call("turn/start", "{\"threadId\":\"" + thread + "\",\"input\":[{\"type\":\"text\",\"text\":\"go\"}]}");
        var request = client.await("item/tool/call", thread);
        // The call outlives the server: who comes back is asked again.
        server.kill();
        server = ServerProcess.start(home);
        client = server.connect();
        client.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
        var again = client.await("item/tool/call", thread);
        assertThat(again.at("id")).isEqualTo(request.at("id"));
        assertThat(again.at("params").at("arguments").number("q")).isEqualTo(1);
        var words = Json.object().with("type", "inputText").with("text", "LOOKED-UP");
        client.send(Json.object()
                .with("id", again.at("id"))
                .with(
                        "result",
                        Json.object()
                                .with("contentItems", Json.array(List.of(words)))
                                .with("success", Json.of(true))));
        client.await("turn/completed", thread);
        var items = client.call("thread/read", "{\"threadId\":\"" + thread + "\",\"includeTurns\":true}")
                .at("thread")
                .at("turns")
                .at(0)
                .at("items");
        assertThat(items.at(1).text("type")).isEqualTo("dynamicToolCall");
        assertThat(items.at(1).write()).contains("LOOKED-UP");
    }
}
