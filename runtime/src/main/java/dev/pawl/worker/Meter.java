package dev.pawl.worker;

import dev.pawl.card.Usage;
import dev.pawl.event.Event;
import dev.pawl.event.Event.TokensCounted;
import dev.pawl.event.Event.TurnsDropped;
import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Ledger;
import java.util.HashSet;

/// Counts the tokens of a thread: goes on from the last count in its log.
final class Meter {
    /// The last count is near the end, mostly: look at little first, then at more.
    private static final int FIRST_PAGE = 16;

    private static final int LARGEST_PAGE = 1024;

    private final long window;
    private Usage last;
    private Usage total;

    private Meter(TokensCounted latest, long window) {
        this.last = latest.last();
        this.total = latest.total();
        this.window = window;
    }

    static Meter of(Ledger ledger, AgentId agent, long window) {
        return new Meter(latest(ledger, agent), window);
    }

    /// The newest total, and what the last answer that is still read took.
    private static TokensCounted latest(Ledger ledger, AgentId agent) {
        var dropped = new HashSet<TurnId>();
        var total = Usage.NONE;
        var end = ledger.head(agent).map(head -> head.tally().events()).orElse(0L);
        for (var page = FIRST_PAGE; end > 0; page = Math.min(LARGEST_PAGE, page * 4)) {
            var from = Math.max(0, end - page);
            for (var logged : ledger.events(agent, from, (int) (end - from)).reversed()) {
                if (logged.event() instanceof TurnsDropped(var turns, var _)) dropped.addAll(turns);
                if (!(logged.event() instanceof TokensCounted counted)) continue;
                if (total.equals(Usage.NONE)) total = counted.total();
                if (!dropped.contains(logged.turn())) return new TokensCounted(counted.last(), total, 0);
            }
            end = from;
        }
        return new TokensCounted(Usage.NONE, total, 0);
    }

    Usage last() {
        return last;
    }

    /// Adds an answer's tokens; the event is to be told with what the answer brought.
    Event count(Usage usage) {
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
