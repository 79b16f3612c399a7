package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.says;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The MCP servers of a thread live as long as somebody has the thread loaded.
@Tag("process")
@Timeout(120)
class ThreadServersTest {
    @TempDir
    private Path folder;

    private Path home() throws IOException {
        var home = ServerProcess.home(folder, says("Done."));
        var config = home.resolve("config.toml");
        var text = "thread_unload_delay_secs = 1\n" + Files.readString(config) + AskingServer.settings("asker");
        Files.writeString(config, text);
        return home;
    }

    private String start(TestClient client) throws InterruptedException {
        return client.call("thread/start", "{\"cwd\":\"" + folder + "\"}")
                .at("thread")
                .text("id");
    }

    @Test
    void theServersOfAThreadEndWhenItIsPutAwayOrForgotten() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(home());
                var client = server.connect()) {
            var archived = start(client);
            var forgotten = start(client);
            client.turn(archived);
            client.turn(forgotten);
            server.await(() -> server.running("AskingServer") == 2);

            client.call("thread/archive", "{\"threadId\":\"" + archived + "\"}");
            server.await(() -> server.running("AskingServer") == 1);

            client.call("thread/unsubscribe", "{\"threadId\":\"" + forgotten + "\"}");
            client.await("thread/closed", forgotten);
            server.await(() -> server.running("AskingServer") == 0);

            client.turn(forgotten);
            server.await(() -> server.running("AskingServer") == 1);
        }
    }
}
