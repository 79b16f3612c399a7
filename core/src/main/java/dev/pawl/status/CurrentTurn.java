package dev.pawl.status;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The turn under way, or how the last one ended. An empty id is a turn nobody named.
///
/// @param since when it began, or when the last one ended
/// @param voice whether the agent's words are streaming in
/// @param row what was last put into words, for the row below the timeline
/// @param closed ids of turns that are over, the latest last
record CurrentTurn(
        boolean open,
        String id,
        Instant since,
        Voice voice,
        Voice row,
        Pause pause,
        List<String> closed,
        Signal.Ending last) {
    static final CurrentTurn NONE = new CurrentTurn(
            false, "", Instant.EPOCH, Voice.SILENT, Voice.SILENT, Pause.NONE, List.of(), Signal.Ending.NONE);

    private static final int CLOSED_KEPT = 64;

    enum Voice {
        SILENT,
        THINKING,
        RESPONDING
    }

    /// How long a person was waited for: that is not the agent's time.
    record Pause(boolean on, Instant since, Duration before) {
        static final Pause NONE = new Pause(false, Instant.EPOCH, Duration.ZERO);

        Pause turned(boolean next, Instant at) {
            if (next == on) return this;
            return next ? new Pause(true, at, before) : new Pause(false, at, total(at));
        }

        Duration total(Instant now) {
            return on ? before.plus(positive(Duration.between(since, now))) : before;
        }
    }

    CurrentTurn {
        closed = List.copyOf(closed);
    }

    boolean isActive(String other) {
        return open && !other.isEmpty() && id.equals(other);
    }

    boolean isClosed(String other) {
        return !other.isEmpty() && closed.contains(other);
    }

    CurrentTurn began(String next, Instant at) {
        var before = open ? remembering(id) : closed;
        return new CurrentTurn(true, next, at, Voice.SILENT, Voice.SILENT, Pause.NONE, before, last);
    }

    /// A turn whose beginning nobody told of.
    CurrentTurn implied(String next, Instant at) {
        return open ? this : began(next, at);
    }

    CurrentTurn swept(Instant at) {
        return new CurrentTurn(false, "", open ? at : since, Voice.SILENT, Voice.SILENT, Pause.NONE, closed, last);
    }

    CurrentTurn ended(String which, Signal.Ending how, Instant at) {
        var over = which.isEmpty() ? id : which;
        var known = remembering(over);
        return new CurrentTurn(false, "", settledAt(at), Voice.SILENT, Voice.SILENT, Pause.NONE, known, how);
    }

    /// An end whose beginning was never told is the first thing that is known.
    private Instant settledAt(Instant at) {
        return open || since.equals(Instant.EPOCH) ? at : since;
    }

    CurrentTurn remembered(String other) {
        return new CurrentTurn(open, id, since, voice, row, pause, remembering(other), last);
    }

    private List<String> remembering(String other) {
        if (other.isEmpty() || closed.contains(other)) return closed;
        var more = new ArrayList<>(closed);
        more.add(other);
        if (more.size() > CLOSED_KEPT) more.removeFirst();
        return more;
    }

    CurrentTurn speaking(Voice next) {
        return new CurrentTurn(open, id, since, next, row, pause, closed, last);
    }

    CurrentTurn showing(Voice next) {
        return next == row ? this : new CurrentTurn(open, id, since, voice, next, pause, closed, last);
    }

    CurrentTurn paused(boolean on, Instant at) {
        if (pause.on() == (on && open)) return this;
        var next = pause.turned(on && open, at);
        return new CurrentTurn(open, id, since, voice, row, next, closed, last);
    }

    /// How long the agent has worked on it.
    Duration worked(Instant now) {
        return open ? positive(Duration.between(since, now).minus(pause.total(now))) : Duration.ZERO;
    }

    private static Duration positive(Duration time) {
        return time.isNegative() ? Duration.ZERO : time;
    }
}
