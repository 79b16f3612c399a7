package dev.pawl.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.json.Json;
import dev.pawl.testkit.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each way to fail between *accepted* and the model's first byte, on a server: the request is
/// refused, or the turn ends at once with its deliverable. No turn stays open. `pawl app-server`
/// has the same method table; `UnrunnableTurnTest` has the same ways for `exec`.
@Tag("process")
class UnrunnableServerTurnTest {
    @TempDir
    private Path folder;

    private Path home() throws IOException {
        var home = Files.createDirectories(folder.resolve("home"));
        Files.writeString(home.resolve("config.toml"), """
                model = "any"
                model_provider = "away"
                [model_providers.away]
                base_url = "http://127.0.0.1:1/v1"
                request_max_retries = 0
                stream_max_retries = 0
                [model_providers.nokey]
                base_url = "http://127.0.0.1:1/v1"
                env_key = "PAWL_NO_SUCH_KEY"
                [model_providers.badaddress]
                base_url = "not a url"
                [model_providers.noaddress]
                name = "without an address"
                [model_providers.noscript]
                wire_api = "scripted"
                base_url = "%s/none.jsonl"
                """.formatted(folder));
        return home;
    }

    private static long count(Path home, String condition) {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + home.resolve("pawl.db"));
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT count(*) FROM agent_turns WHERE " + condition)) {
            rows.next();
            return rows.getLong(1);
        } catch (SQLException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    @Test
    void aTurnThatCannotReachItsModelIsRefusedOrEndsAtOnce() throws IOException, InterruptedException {
        var home = home();
        try (var server = ServeProcess.start(home)) {
            for (var provider : List.of("away", "nokey", "badaddress", "noaddress", "noscript", "unknown")) {
                begin(server, provider);
                Eventually.eventually("no turn of " + provider + " is open", () -> count(home, "outcome IS NULL") == 0);
            }
            assertThat(count(home, "outcome = 'failed'"))
                    .as("at least those that were accepted")
                    .isPositive();
            assertThat(count(home, "outcome = 'success'")).isZero();
            var metrics = server.get("/metrics", "Authorization", "Bearer " + server.token())
                    .body();
            assertThat(metrics)
                    .contains("pawl_turns_ended_total{outcome=\"failed\"} " + count(home, "outcome = 'failed'") + ".0")
                    .contains("pawl_turns_ended_total{outcome=\"success\"} 0.0")
                    .contains("pawl_turns_accepted_total", "pawl_commit_seconds_bucket", "pawl_up 1.0")
                    .contains("pawl_event_subscribers 0.0");
        }
        assertThat(Files.readString(home.resolve("logs/serve.log"))).contains("serve started");
    }

    private void begin(ServeProcess server, String provider) throws IOException, InterruptedException {
        var begun = server.ask(
                "thread/start", Json.object().with("cwd", folder.toString()).with("modelProvider", provider));
        if (!begun.at("error").isNull()) {
            assertThat(begun.at("error").text("message")).isNotBlank();
            return;
        }
        var thread = begun.at("result").at("thread").text("id");
        var input = Json.array(List.of(Json.object().with("type", "text").with("text", "go")));
        server.ask("turn/start", Json.object().with("threadId", thread).with("input", input));
    }
}
