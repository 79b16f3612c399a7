package dev.pawl.appserver;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A message's phase reaches clients when it begins, when it is complete, and when it is read
/// again.
@Tag("process")
class MessagePhaseTest {
    @TempDir
    private Path folder;

    private static Json said(String phase, String text) {
        return Json.object().with("type", "text").with("text", text).with("phase", phase);
    }

    private static List<String> phases(List<Json> items) {
        return items.stream()
                .filter(item -> item.text("type").equals("agentMessage"))
                .map(item -> item.text("text") + " " + item.text("phase", "none"))
                .toList();
    }

    @Test
    void clientsAreToldThePhase() throws IOException, InterruptedException {
        var items = Json.array(
                List.of(said("commentary", "I look."), said("brand_new", "So."), said("final_answer", "Done.")));
        var home = ServerProcess.home(folder, Json.object().with("items", items));
        try (var server = ServerProcess.start(home);
                var client = server.connect()) {
            var thread = client.call(
                            "thread/start",
                            "{\"cwd\":" + Json.of(folder.toString()).write() + "}")
                    .at("thread")
                    .text("id");
            client.call(
                    "turn/start",
                    "{\"threadId\":\"" + thread
                            + "\",\"input\":[{\"type\":\"text\",\"text\":\"go\",\"text_elements\":[]}]}");
            client.await("turn/completed", thread);

            var told = List.of("I look. commentary", "So. none", "Done. final_answer");
            assertEquals(told, phases(items(client, "item/completed")));
            assertEquals(List.of(" commentary", " none", " final_answer"), phases(items(client, "item/started")));
            var read = client.call("thread/read", "{\"threadId\":\"" + thread + "\",\"includeTurns\":true}");
            assertEquals(told, phases(read.at("thread").at("turns").at(0).list("items")));
        }
    }

    private static List<Json> items(TestClient client, String method) {
        return client.heard(method).stream()
                .map(message -> message.at("params").at("item"))
                .toList();
    }
}
