package dev.pawl.appserver;

import static dev.pawl.appserver.ServerProcess.runs;
import static dev.pawl.appserver.ServerProcess.says;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A thread that no client has loaded says how it stands, waits included.
@Tag("process")
@Timeout(120)
class UnloadedStatusTest {
    private static final Json WAITING = Json.parse("{\"type\":\"active\",\"activeFlags\":[\"waitingOnApproval\"]}");

    @TempDir
    private Path folder;

    private static Json listed(TestClient client) throws InterruptedException {
        return client.call("thread/list", "{}").list("data").getFirst().at("status");
    }

    private static Json read(TestClient client, String thread) throws InterruptedException {
        return client.call("thread/read", "{\"threadId\":\"" + thread + "\"}")
                .at("thread")
                .at("status");
    }

    @Test
    void aListAndAReadTellTheSameBeforeAndAfterARestart() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo ran"), says("Done."));
        String thread;
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var setup = "{\"cwd\":\"" + folder + "\",\"approvalPolicy\":\"untrusted\"}";
            thread = client.call("thread/start", setup).at("thread").text("id");
            var input = "{\"threadId\":\"" + thread + "\",\"input\":[{\"type\":\"text\",\"text\":\"go\"}]}";
            client.call("turn/start", input);
            client.await("item/commandExecution/requestApproval", thread);
            assertThat(listed(client)).isEqualTo(WAITING);
            assertThat(read(client, thread)).isEqualTo(WAITING);
        }
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            assertThat(listed(client)).as("not loaded").isEqualTo(WAITING);
            assertThat(read(client, thread)).as("not loaded").isEqualTo(WAITING);
            client.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
            client.answer(client.await("item/commandExecution/requestApproval", thread), "accept");
            client.await("turn/completed", thread);
            assertThat(read(client, thread)).isEqualTo(Json.parse("{\"type\":\"idle\"}"));
        }
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            assertThat(listed(client)).isEqualTo(Json.parse("{\"type\":\"notLoaded\"}"));
        }
    }
}
