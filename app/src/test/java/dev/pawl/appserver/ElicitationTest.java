package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A tool's server asks the person: the clients are asked, and the first answer reaches it.
@Tag("process")
@Timeout(120)
class ElicitationTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"action":"accept","content":{"name":"Ada"}} | "name":"Ada"
            {"action":"decline"}                         | "action":"decline"
            """)
    void whatAClientSaysReachesTheServer(String said, String told) throws IOException, InterruptedException {
        try (var server = ServerProcess.start(home());
                var first = server.connect();
                var second = server.connect()) {
            var thread = first.call("thread/start", "{\"cwd\":\"" + folder + "\"}")
                    .at("thread")
                    .text("id");
            second.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
            first.call(
                    "turn/start", "{\"threadId\":\"" + thread + "\",\"input\":[{\"type\":\"text\",\"text\":\"go\"}]}");
            for (var client : List.of(first, second)) {
                var asked = client.await("mcpServer/elicitation/request", thread);
                assertThat(asked.at("params").text("message")).isEqualTo("Who are you?");
                assertThat(asked.at("params").text("serverName")).isEqualTo("asker");
            }
            var asked = second.await("mcpServer/elicitation/request", thread);
            second.send(Json.object().with("id", asked.at("id")).with("result", Json.parse(said)));
            first.await("serverRequest/resolved", thread);
            var turn = first.await("turn/completed", thread).at("params").at("turn");
            assertThat(turn.text("status")).isEqualTo("completed");
            var read = first.call("thread/read", "{\"threadId\":\"" + thread + "\",\"includeTurns\":true}");
            var result = read.at("thread").at("turns").at(0).at("items").at(1).at("result");
            assertThat(result.at("content").at(0).text("text"))
                    .startsWith("told: ")
                    .contains(told);
        }
    }

    private Path home() throws IOException {
        var call = Json.object()
                .with("type", "function_call")
                .with("name", "mcp__asker__ask")
                .with("call_id", "call_1")
                .with("arguments", Json.object());
        var home =
                ServerProcess.home(folder, Json.object().with("items", Json.array(List.of(call))), says("Thank you."));
        var config = home.resolve("config.toml");
        var asking = Files.readString(config).replace("\"never\"", "\"on-request\"");
        Files.writeString(config, asking + AskingServer.settings("asker"));
        return home;
    }
}
