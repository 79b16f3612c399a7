package dev.pawl.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What lies over the depths: an error, a terminal that is looked at, something in the background,
/// MCP servers that start, the reasoning's title, and what holds the turn. Some fade with time,
/// which is looked at when they are read.
record Overlays(
        Failure error, Terminal terminal, Task background, Startups mcp, ReasoningTitle title, List<Waiting> held) {
    static final Overlays NONE =
            new Overlays(Failure.NONE, Terminal.NONE, Task.NONE, Startups.NONE, ReasoningTitle.NONE, List.of());

    private static final Duration TERMINAL_LASTS = Duration.ofMinutes(1);
    private static final Duration STARTUP_LASTS = Duration.ofSeconds(30);
    private static final Duration BACKGROUND_LASTS = Duration.ofMinutes(2);

    Overlays {
        held = List.copyOf(held);
    }

    /// A passing error waits for progress; a fatal one for somebody to do something.
    record Failure(Kind kind, String text, String details) {
        static final Failure NONE = new Failure(Kind.NONE, "", "");

        enum Kind {
            NONE,
            TRANSIENT,
            FATAL
        }
    }

    record Terminal(boolean shown, String id, String command, Instant at) {
        static final Terminal NONE = new Terminal(false, "", "", Instant.MIN);

        boolean isLive(Instant now) {
            return shown && isWithin(at, now, TERMINAL_LASTS);
        }

        /// Whether news of a command ends it: the same one, or one of the two has no name.
        boolean isOf(String other) {
            return id.isEmpty() || other.isEmpty() || id.equals(other);
        }
    }

    record Task(boolean shown, Phrase label, String details, Instant at) {
        static final Task NONE = new Task(false, Phrase.NOTHING, "", Instant.MIN);

        boolean isLive(Instant now) {
            return shown && isWithin(at, now, BACKGROUND_LASTS);
        }
    }

    /// Servers by name, in the order they began. Empty as soon as all have settled.
    record Startups(Map<String, Signal.Startup> servers, Instant at) {
        static final Startups NONE = new Startups(Map.of(), Instant.MIN);

        Startups {
            servers = Collections.unmodifiableMap(new LinkedHashMap<>(servers));
        }

        boolean isLive(Instant now) {
            return !servers.isEmpty() && isWithin(at, now, STARTUP_LASTS);
        }

        Startups after(Signal.McpChanged change, Instant now) {
            var next = new LinkedHashMap<>(servers);
            next.put(change.server(), change.state());
            return next.containsValue(Signal.Startup.STARTING) ? new Startups(next, now) : NONE;
        }

        List<String> in(Signal.Startup state) {
            return servers.entrySet().stream()
                    .filter(server -> server.getValue() == state)
                    .map(Map.Entry::getKey)
                    .toList();
        }
    }

    private static boolean isWithin(Instant at, Instant now, Duration lasts) {
        return !now.isAfter(at.plus(lasts));
    }

    Overlays with(Failure next) {
        return new Overlays(next, terminal, background, mcp, title, held);
    }

    Overlays with(Terminal next) {
        return new Overlays(error, next, background, mcp, title, held);
    }

    Overlays with(Task next) {
        return new Overlays(error, terminal, next, mcp, title, held);
    }

    Overlays with(Startups next) {
        return new Overlays(error, terminal, background, next, title, held);
    }

    Overlays with(ReasoningTitle next) {
        return new Overlays(error, terminal, background, mcp, next, held);
    }

    Overlays holding(List<Waiting> next) {
        return new Overlays(error, terminal, background, mcp, title, next);
    }

    Overlays holding(Waiting one) {
        var more = new ArrayList<>(held);
        more.removeIf(other -> other.why() == one.why() && other.id().equals(one.id()));
        more.add(one);
        return holding(more);
    }

    /// A turn's own overlays go with it; errors and MCP servers do not.
    Overlays swept() {
        return new Overlays(error, Terminal.NONE, Task.NONE, mcp, ReasoningTitle.NONE, List.of());
    }
}
