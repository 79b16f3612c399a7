package dev.pawl.campaign.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/// One subscriber of one thread, from its beginning to the end of its turn. A connection that is
/// cut is opened again after the last event that was seen. Used by one thread.
final class StreamReader {
    private final LoadServer server;
    private final String thread;
    private final Duration pause;
    private final Tally tally;
    private final Map<String, StringBuilder> spoken = new HashMap<>();
    private long last;
    private int expected;
    private boolean isOver;
    private boolean isCaughtUp;

    /// @param pause how long it reads nothing after it has connected: longer than zero for a slow
    ///              reader
    StreamReader(LoadServer server, String thread, Duration pause, Tally tally) {
        this.server = server;
        this.thread = thread;
        this.pause = pause;
        this.tally = tally;
    }

    /// @return how many messages were read
    int read() throws IOException, InterruptedException {
        var connections = 0;
        while (!isOver) {
            if (connections++ > 50) throw new IOException("cut too often: " + thread);
            if (connections > 1) tally.cuts.incrementAndGet();
            spoken.clear();
            isCaughtUp = false;
            try (var lines = new BufferedReader(new InputStreamReader(server.events(thread, last), UTF_8))) {
                if (connections == 1 && !pause.isZero()) Thread.sleep(pause);
                for (var line = lines.readLine(); line != null && !isOver; line = lines.readLine()) line(line);
            } catch (IOException cut) {
                // Opened again.
            }
        }
        return expected;
    }

    private void line(String line) {
        if (line.startsWith("id: ")) number(Long.parseLong(line.substring(4)));
        else if (line.startsWith("data: {\"method\"")) message(Json.parse(line.substring(6)));
        else if (line.equals("event: reset")) tally.resets.incrementAndGet();
    }

    private void number(long id) {
        if (id < last) tally.reordered.incrementAndGet();
        last = Math.max(last, id);
    }

    private void message(Json message) {
        tally.notifications.incrementAndGet();
        var params = message.at("params");
        switch (message.text("method", "")) {
            case "item/started" -> spoken.put(params.at("item").text("id", ""), new StringBuilder());
            case "item/agentMessage/delta" -> delta(params.text("itemId", ""), params.text("delta", ""));
            case "item/completed" -> {
                var item = params.at("item");
                if (item.text("type", "").equals("agentMessage")) message(item.text("id", ""), item.text("text", ""));
            }
            case "turn/completed" -> isOver = true;
            case String _ -> {}
        }
    }

    private void delta(String item, String text) {
        var before = spoken.get(item);
        if (before != null) before.append(text);
        if (pause.isZero() && isCaughtUp)
            Piece.first(text).ifPresent(piece -> tally.words.add(System.nanoTime() - piece.nanos()));
    }

    private void message(String item, String text) {
        var now = System.nanoTime();
        var whole = Piece.lastOfWhole(text);
        if (whole.isEmpty()) {
            tally.lost.incrementAndGet();
            return;
        }
        var number = whole.get().message();
        if (number < expected) tally.doubled.incrementAndGet();
        else tally.lost.addAndGet(number - expected);
        expected = Math.max(expected, number + 1);
        if (!pause.isZero()) return;
        // What came before this connection was opened is told at once and says nothing of the way.
        if (isCaughtUp) tally.messages.add(now - whole.get().nanos());
        var heard = spoken.remove(item);
        if (isCaughtUp && heard != null && !heard.toString().equals(text)) tally.broken.incrementAndGet();
        isCaughtUp = true;
    }
}
