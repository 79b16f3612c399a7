package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.says;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// The MCP servers of a thread live by its turns, whoever watches it.
@Tag("process")
@Timeout(120)
class ThreadServersTest {
    @TempDir
    private Path folder;

    private Path home(int idleSeconds) throws IOException {
        var home = ServerProcess.home(folder, says("Done."));
        var config = home.resolve("config.toml");
        var delay = "thread_unload_delay_secs = " + idleSeconds + "\n";
        Files.writeString(config, delay + Files.readString(config) + AskingServer.settings("asker"));
        return home;
    }

    private String start(TestClient client) throws InterruptedException {
        return client.call("thread/start", "{\"cwd\":\"" + folder + "\"}")
                .at("thread")
                .text("id");
    }

    @Test
    void theServersOfAThreadEndWhenItIsPutAway() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(home(3600));
                var client = server.connect()) {
            var archived = start(client);
            client.turn(archived);
            client.turn(start(client));
            server.await(() -> server.running("AskingServer") == 2);

            client.call("thread/archive", "{\"threadId\":\"" + archived + "\"}");
            server.await(() -> server.running("AskingServer") == 1);
        }
    }

    @Test
    void theServersOfAThreadEndWhenNoTurnNeedsThemAndComeBackWithTheNext() throws IOException, InterruptedException {
        try (var server = ServerProcess.start(home(1));
                var client = server.connect()) {
            var thread = start(client);
            client.turn(thread);
            server.await(() -> server.running("AskingServer") == 0);
            client.turn(thread);
            client.call("thread/unsubscribe", "{\"threadId\":\"" + thread + "\"}");
            client.await("thread/closed", thread);
            server.await(() -> server.running("AskingServer") == 0);
        }
    }
}
