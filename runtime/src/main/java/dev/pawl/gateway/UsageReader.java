package dev.pawl.gateway;

import dev.pawl.card.Usage;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Ledger;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What turns used, from their logs. Safe for use by many threads.
public final class UsageReader {
    private final Ledger ledger;

    /// What one turn used in the time that was asked about.
    ///
    /// @param at when it was first worked on or paid for in that time
    /// @param worked how long it was worked on; what it waited for is not counted
    public record TurnUse(ThreadId thread, TurnId turn, Instant at, Usage usage, Duration worked, int steps) {}

    public UsageReader(Ledger ledger) {
        this.ledger = ledger;
    }

    public List<TurnUse> of(ThreadId thread) {
        return fold(ledger.uses(new AgentId(thread.value())), Instant.MIN);
    }

    public List<TurnUse> since(Instant since) {
        return fold(ledger.usesSince(since), since);
    }

    /// @param since what was told before only says where the counting begins
    static List<TurnUse> fold(List<LoggedEvent> events, Instant since) {
        var totals = new HashMap<AgentId, Usage>();
        var turns = new LinkedHashMap<TurnId, Stretch>();
        for (var logged : events) {
            if (logged.event() instanceof Event.TokensCounted counted) {
                var before = totals.put(logged.agent(), counted.total());
                if (logged.at().isBefore(since)) continue;
                var spent = before == null ? counted.total() : counted.total().minus(before);
                stretch(turns, logged).paid(spent);
            }
            if (!logged.at().isBefore(since)) stretch(turns, logged).told(logged);
        }
        var uses = new ArrayList<TurnUse>();
        turns.values().forEach(stretch -> uses.add(stretch.use()));
        return uses;
    }

    private static Stretch stretch(Map<TurnId, Stretch> turns, LoggedEvent logged) {
        return turns.computeIfAbsent(logged.turn(), _ -> new Stretch(logged));
    }

    /// One turn while it is read.
    private static final class Stretch {
        private final LoggedEvent first;
        private Usage usage = Usage.NONE;
        private Duration worked = Duration.ZERO;
        private Instant last;
        private boolean runs;
        private int steps;

        Stretch(LoggedEvent first) {
            this.first = first;
            this.last = first.at();
        }

        void paid(Usage more) {
            usage = usage.plus(more);
            if (more.total() > 0) steps++;
        }

        void told(LoggedEvent logged) {
            var event = logged.event();
            var begins = event instanceof Event.TurnStarted
                    || event instanceof Event.TurnResumed
                    || event instanceof Event.TurnTakenOver;
            if (runs && !begins && logged.at().isAfter(last)) {
                worked = worked.plus(Duration.between(last, logged.at()));
            }
            last = logged.at();
            runs = begins || (runs && !(event instanceof Event.TurnSuspended || event instanceof Event.TurnDelivered));
        }

        TurnUse use() {
            return new TurnUse(new ThreadId(first.agent().value()), first.turn(), first.at(), usage, worked, steps);
        }
    }
}
