package dev.pawl.main;

import dev.pawl.event.Live;
import dev.pawl.follow.ThreadFollower;
import dev.pawl.http.HttpLink;
import dev.pawl.http.HttpReply;
import dev.pawl.http.Proxies;
import dev.pawl.http.Request;
import dev.pawl.http.ServerSentEvents;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.TurnId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.web.RunningServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The `pawl serve` of the same home, which runs the turns of this terminal. Everything that counts
/// is read from the store that both share; the server adds the live words of its turns, and is rung
/// after each command so that it need not look by itself. Safe for use by many threads.
final class ServerLink implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    /// Longer than the pause between two heartbeats.
    private static final Duration SILENCE = Duration.ofSeconds(25);

    private static final Duration AGAIN = Duration.ofMillis(300);

    private final Path files;
    private final HttpLink http = new HttpLink(Proxies.NONE);
    private volatile RunningServer server;

    private ServerLink(Path files, RunningServer server) {
        this.files = files;
        this.server = server;
    }

    /// The server of a home, if one runs and answers.
    ///
    /// @param files the folder of Pawl's own files
    static Optional<ServerLink> find(Path files) {
        var running = RunningServer.of(files);
        if (running.isEmpty()) return Optional.empty();
        var link = new ServerLink(files, running.get());
        if (link.wake()) return Optional.of(link);
        link.close();
        return Optional.empty();
    }

    /// The process that serves.
    long pid() {
        return server.pid();
    }

    /// Whether its process is there.
    boolean isAlive() {
        return ProcessHandle.of(server.pid()).filter(ProcessHandle::isAlive).isPresent()
                || RunningServer.of(files).isPresent();
    }

    /// Lets the server look at the store now.
    ///
    /// @return whether it answered
    boolean wake() {
        var call = Json.object().with("id", 1).with("method", "pawl/wake").with("params", Json.object());
        var headers = Map.of("authorization", "Bearer " + server.token(), "content-type", "application/json");
        var request = new Request("POST", at("api/rpc"), headers, call.write());
        try (var reply = http.send(request, PATIENCE)) {
            var isWell = reply.head().status() == 200;
            reply.text(4096);
            reply.release();
            return isWell;
        } catch (IOException gone) {
            return false;
        }
    }

    private URI at(String path) {
        return URI.create(server.url()).resolve(path);
    }

    /// Gives a follower the live words of its thread until the result is closed.
    ///
    /// @param lost called when the server's process has ended
    Runnable listen(ThreadFollower follower, Runnable lost) {
        var reader = Thread.ofVirtual().name("pawl-live").start(() -> listenOn(follower, lost));
        return reader::interrupt;
    }

    private void listenOn(ThreadFollower follower, Runnable lost) {
        var wasThere = true;
        while (!Thread.currentThread().isInterrupted()) {
            var path = "api/events?thread=" + follower.thread() + "&after=" + follower.seq();
            var headers = Map.of("authorization", "Bearer " + server.token(), "accept", "text/event-stream");
            try (var reply = http.send(new Request("GET", at(path), headers, ""), SILENCE)) {
                if (reply.head().status() == 200) read(reply, follower);
            } catch (IOException gone) {
                // A server that was started again says where it is now.
                server = RunningServer.of(files).orElse(server);
            }
            var isThere = isAlive();
            if (wasThere && !isThere) lost.run();
            wasThere = isThere;
            // A thread that is not stored yet is asked for again, too.
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(AGAIN);
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private static void read(HttpReply reply, ThreadFollower follower) throws IOException {
        var events = new ServerSentEvents(reply.body());
        var begun = new HashSet<String>();
        for (var event = events.next(); event != null; event = events.next()) {
            if (!event.name().isEmpty()) continue;
            try {
                hear(Json.parse(event.data()), follower, begun);
            } catch (BadJson unreadable) {
                follower.grown();
            }
        }
    }

    /// Words of a message whose beginning was not heard are left out: its completion has them all.
    private static void hear(Json message, ThreadFollower follower, Set<String> begun) {
        var params = message.at("params");
        var item = params.text("itemId", "");
        var delta = params.text("delta", "");
        switch (message.text("method", "")) {
            case "item/started" -> {
                begun.add(params.at("item").text("id", ""));
                follower.grown();
            }
            case "item/agentMessage/delta" -> {
                if (begun.contains(item)) follower.hear(turn(params), new Live.TextDelta(new CardId(item), delta));
            }
            case "item/reasoning/summaryTextDelta" -> {
                var part = (int) params.number("summaryIndex");
                if (begun.contains(item))
                    follower.hear(turn(params), new Live.ReasoningDelta(new CardId(item), part, delta));
            }
            case "item/commandExecution/outputDelta" ->
                follower.hear(turn(params), new Live.OutputDelta(new CallId(item), delta));
            case "item/mcpToolCall/progress" ->
                follower.hear(turn(params), new Live.OutputDelta(new CallId(item), params.text("message", "")));
            case String _ -> follower.grown();
        }
    }

    private static TurnId turn(Json params) {
        return new TurnId(params.text("turnId"));
    }

    @Override
    public void close() {
        http.close();
    }
}
