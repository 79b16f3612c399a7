package dev.pawl.web;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.EventFeed;
import dev.pawl.net.HttpCall;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.BooleanSupplier;

/// A feed as server-sent events. A heartbeat is an event of its own: a page cannot see comments.
record EventStream(InstantSource clock, Duration beat, BooleanSupplier over) {
    private static final String RETRY = "retry: 1500\n\n";

    /// Until the client is gone, or the server goes.
    void send(EventFeed feed, HttpCall call) throws IOException, InterruptedException {
        try (var out = call.stream("text/event-stream")) {
            out.write(RETRY.getBytes(UTF_8));
            out.flush();
            while (!feed.isOver() && !over.getAsBoolean()) {
                var messages = feed.poll(beat);
                var text = new StringBuilder();
                for (var message : messages) text.append(event(message));
                if (messages.isEmpty()) {
                    text.append("event: hb\ndata: {\"now\":")
                            .append(clock.millis())
                            .append("}\n\n");
                }
                out.write(text.toString().getBytes(UTF_8));
                out.flush();
            }
        }
    }

    /// JSON has no line breaks of its own: one line of data holds it.
    static String event(EventFeed.Message message) {
        var kind = switch (message.kind()) {
            case NOTIFICATION -> "";
            case SNAPSHOT -> "event: snapshot\n";
            case RESET -> "event: reset\n";
        };
        var id = message.seq() > 0 ? "id: " + message.seq() + "\n" : "";
        return kind + id + "data: " + message.json() + "\n\n";
    }
}
