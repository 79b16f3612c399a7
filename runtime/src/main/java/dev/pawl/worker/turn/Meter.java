package dev.pawl.worker.turn;

import dev.pawl.card.Usage;
import dev.pawl.event.Event;
import dev.pawl.event.Event.TokensCounted;
import dev.pawl.event.Event.TurnsDropped;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;

/// Counts what a thread uses, and of that what the turn at hand does: goes on from the log.
final class Meter {
    /// The last count is near the end, mostly: look at little first, then at more.
    private static final int FIRST_PAGE = 16;

    private static final int LARGEST_PAGE = 1024;

    private final long window;
    private Usage last;
    private Usage total;
    /// What the thread had used before this turn.
    private final Usage before;
    private int steps;
    private final Work work;

    /// How long a turn was worked on.
    ///
    /// @param since when the present stretch began, or ended
    /// @param runs whether there is one
    private record Work(Duration done, Instant since, boolean runs) {
        static final Work NONE = new Work(Duration.ZERO, Instant.EPOCH, false);

        /// What happens while nobody works, or after a worker died, adds nothing.
        Work after(LoggedEvent logged) {
            var event = logged.event();
            var begins = event instanceof Event.TurnStarted
                    || event instanceof Event.TurnResumed
                    || event instanceof Event.TurnTakenOver;
            if (begins) return new Work(done, logged.at(), true);
            return new Work(until(logged.at()), logged.at(), runs && !(event instanceof Event.TurnSuspended));
        }

        Duration until(Instant time) {
            return runs && time.isAfter(since) ? done.plus(Duration.between(since, time)) : done;
        }
    }

    private Meter(Reading reading, long window) {
        this.last = reading.last;
        this.total = reading.total;
        this.window = window;
        this.before = reading.before;
        this.steps = reading.steps();
        this.work = reading.work();
    }

    static Meter of(Ledger ledger, Gate gate, long window) {
        var reading = new Reading(gate.turn());
        var end = ledger.head(gate.agent()).map(head -> head.tally().events()).orElse(0L);
        for (var page = FIRST_PAGE; end > 0; page = Math.min(LARGEST_PAGE, page * 4)) {
            var from = Math.max(0, end - page);
            for (var logged :
                    ledger.events(gate.agent(), from, (int) (end - from)).reversed()) {
                if (reading.isWhole(logged)) return new Meter(reading, window);
            }
            end = from;
        }
        return new Meter(reading, window);
    }

    /// Reads a log from its end: the newest total, what the last response that is still read took,
    /// and the events of the turn at hand.
    private static final class Reading {
        private final TurnId turn;
        private final HashSet<TurnId> dropped = new HashSet<>();
        private final Deque<LoggedEvent> turns = new ArrayDeque<>();
        private Usage last = Usage.NONE;
        private Usage total = Usage.NONE;
        private Usage before = Usage.NONE;
        private boolean hasTotal;
        private boolean hasLast;
        private boolean hasBefore;

        Reading(TurnId turn) {
            this.turn = turn;
        }

        /// Takes one event in; whether no earlier one is needed.
        boolean isWhole(LoggedEvent logged) {
            var mine = logged.turn().equals(turn);
            if (mine) turns.addFirst(logged);
            if (logged.event() instanceof TurnsDropped(var gone, var _)) dropped.addAll(gone);
            if (!(logged.event() instanceof TokensCounted counted)) return false;
            if (!hasTotal) total = counted.total();
            hasTotal = true;
            if (!hasLast && !dropped.contains(logged.turn())) {
                last = counted.last();
                hasLast = true;
            }
            if (!mine && !hasBefore) before = counted.total();
            hasBefore |= !mine;
            return hasLast && !mine;
        }

        /// A count that pays for nothing tells of a compaction.
        int steps() {
            var steps = 0;
            var known = before;
            for (var logged : turns) {
                if (!(logged.event() instanceof TokensCounted counted)) continue;
                if (!counted.total().equals(known)) steps++;
                known = counted.total();
            }
            return steps;
        }

        Work work() {
            var work = Work.NONE;
            for (var logged : turns) work = work.after(logged);
            return work;
        }
    }

    Usage last() {
        return last;
    }

    /// What the turn has used.
    Usage spent() {
        return total.minus(before);
    }

    /// The responses the turn has got.
    int steps() {
        return steps;
    }

    /// How long the turn was worked on until then, by the store's clock.
    Duration worked(Instant now) {
        return work.until(now);
    }

    /// Adds a response's tokens; the event is to be told with what the response brought.
    Event count(Usage usage) {
        steps++;
        last = usage;
        total = total.plus(usage);
        return new TokensCounted(last, total, window);
    }

    /// After a compaction: the history is this long now, and nobody paid for it yet.
    Event reset(long tokens) {
        last = new Usage(tokens, 0, 0, 0, 0, tokens);
        return new TokensCounted(last, total, window);
    }
}
