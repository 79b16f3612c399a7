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
import java.nio.file.StandardOpenOption;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Many clients on one server: all see everything, those who come back miss nothing, and nobody
/// waits for one that does not read.
@Tag("process")
@Timeout(180)
class ManyClientsTest {
    @TempDir
    Path folder;

    private String start(TestClient client) throws InterruptedException {
        return client.call("thread/start", "{\"cwd\":\"" + folder + "\"}")
                .at("thread")
                .text("id");
    }

    /// What the log brought, by its numbers; live words are no part of it.
    private static List<Json> logged(TestClient client, String thread, long after) {
        return client.told(thread).stream()
                .filter(message -> message.at("seq") instanceof Json.Num && message.number("seq") > after)
                .toList();
    }

    @Test
    void whoComesBackIsToldWhatItMissedOnceAndInOrder() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, runs("echo hi"), says("Done."));
        try (var server = ServerProcess.start(home);
                var steady = server.connect()) {
            var thread = start(steady);
            long seen;
            try (var ephemeral = server.connect()) {
                ephemeral.call("thread/resume", "{\"threadId\":\"" + thread + "\"}");
                steady.turn(thread);
                ephemeral.await("turn/completed", thread);
                var all = logged(ephemeral, thread, 0);
                assertEquals(logged(steady, thread, 0), all, "both see everything, in the same order");
                // It leaves in the middle of the turn.
                seen = all.get(all.size() / 2).number("seq");
            }
            steady.turn(thread);
            try (var back = server.connect()) {
                back.call("thread/resume", "{\"threadId\":\"" + thread + "\",\"afterSeq\":" + seen + "}");
                steady.turn(thread);
                var last = logged(steady, thread, 0).getLast();
                back.await("the last event", message -> message.equals(last));
                assertEquals(logged(steady, thread, seen), logged(back, thread, 0));
                assertTrue(back.refuses("thread/resume", "{\"threadId\":\"" + thread + "\",\"afterSeq\":99999}")
                        .contains("has no event 99999"));
            }
        }
    }

    @Test
    void oneThatDoesNotReadIsCutAndTheOthersGoOn() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, says("Done."));
        try (var server = ServerProcess.start(home);
                var steady = server.connect("thread/name/updated");
                var slow = new SlowClient(server.url("ws", "/"), server.token())) {
            var thread = start(steady);
            slow.send("{\"id\":2,\"method\":\"thread/resume\",\"params\":{\"threadId\":\"" + thread + "\"}}");
            while (!slow.read().at("id").equals(Json.of(2))) {}
            steady.turn(thread);
            // Far more than a client may leave unread, and than sockets hold.
            var name = "x".repeat(1 << 20);
            for (var i = 0; i < 100; i++) {
                steady.call("thread/name/set", "{\"threadId\":\"" + thread + "\",\"name\":\"" + i + name + "\"}");
            }
            steady.turn(thread);
            assertTrue(slow.drain() < 100L * name.length(), "it is cut, and what it did not read is gone");
            try (var back = server.connect()) {
                back.call("thread/resume", "{\"threadId\":\"" + thread + "\",\"afterSeq\":0}");
                var last = logged(steady, thread, 0).getLast();
                back.await("the last event", message -> message.equals(last));
                assertEquals(logged(steady, thread, 0), logged(back, thread, 0));
            }
        }
    }

    @Test
    void oneThatAsksForTooMuchAtOnceIsToldSoAndTheOthersAreServed() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, says("Done."));
        try (var server = ServerProcess.start(home);
                var greedy = server.connect();
                var other = server.connect()) {
            var thread = start(greedy);
            greedy.begin(
                    "command/exec",
                    "{\"threadId\":\"" + thread + "\",\"command\":[\"sleep\",\"60\"],\"processId\":\"p\","
                            + "\"streamStdin\":true,\"disableTimeout\":true,"
                            + "\"sandboxPolicy\":{\"type\":\"dangerFullAccess\"}}");
            // All of them wait for the first: they are about the same thread.
            for (var i = 0; i < 1100; i++) greedy.begin("thread/read", "{\"threadId\":\"" + thread + "\"}");
            var refused =
                    greedy.await("a refusal", message -> !message.at("error").isNull());
            assertEquals(-32001, refused.at("error").number("code"));
            assertEquals("Server overloaded; retry later.", refused.at("error").text("message"));
            other.turn(start(other));
        }
    }

    @Test
    void aThreadThatNobodyWatchesIsLetGoAndLoadedAgain() throws IOException, InterruptedException {
        var home = ServerProcess.home(folder, says("Done."));
        Files.writeString(
                home.resolve("config.toml"),
                "thread_unload_delay_secs = 1\n" + Files.readString(home.resolve("config.toml")),
                StandardOpenOption.TRUNCATE_EXISTING);
        try (var server = ServerProcess.start(home);
                var client = server.connect();
                var other = server.connect()) {
            var thread = start(client);
            client.turn(thread);
            var watched = start(other);
            assertEquals(
                    "unsubscribed",
                    client.call("thread/unsubscribe", "{\"threadId\":\"" + thread + "\"}")
                            .text("status"));
            client.await("thread/closed", thread);
            var status = other.await("thread/closed", thread);
            assertEquals(thread, status.at("params").text("threadId"));
            var statuses = other.told(thread).stream()
                    .filter(message -> message.text("method").equals("thread/status/changed"))
                    .toList();
            assertEquals(
                    "notLoaded", statuses.getLast().at("params").at("status").text("type"));
            var loaded = client.call("thread/loaded/list", "{}").at("data").write();
            assertTrue(loaded.contains(watched), "one that somebody watches stays");
            assertFalse(loaded.contains(thread));
            assertEquals(
                    "notLoaded",
                    client.call("thread/unsubscribe", "{\"threadId\":\"" + thread + "\"}")
                            .text("status"));
            client.turn(thread);
        }
    }
}
