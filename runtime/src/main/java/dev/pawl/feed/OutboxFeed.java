package dev.pawl.feed;

import dev.pawl.event.Feed;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.Bell;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;

/// Reads the log for watchers, and lets them wait for what is not there yet. Safe for use by many
/// threads; a watcher blocks its own, which is meant to be virtual.
///
/// Every answer comes from the log and begins right after the watcher's own number, so that
/// nothing is missed or repeated whatever happens to bells. A bell shortens the wait; without any
/// the poll interval ends it. Only agents that somebody waits for take up memory.
public final class OutboxFeed implements Feed {
    private final Log log;
    private final Duration poll;
    private final ConcurrentHashMap<AgentId, WatchSignal> signals = new ConcurrentHashMap<>();

    /// Committed events after a number, oldest first: `ledger::events`.
    @FunctionalInterface
    public interface Log {
        List<LoggedEvent> after(AgentId agent, long seq, int max);
    }

    /// @param poll how long an event may stay unseen when its bell was lost
    public OutboxFeed(Log log, Duration poll) {
        if (poll.toMillis() < 1) throw new IllegalArgumentException("polling more often than every ms: " + poll);
        this.log = log;
        this.poll = poll;
    }

    /// Ends the waits that a bell concerns: `doorbell.listen(feed::wake)`. Never blocks for long.
    public void wake(Bell bell) {
        if (bell.equals(Bell.ANY)) {
            signals.values().forEach(WatchSignal::raise);
            return;
        }
        var signal = signals.get(bell.agent());
        if (signal != null) signal.raise();
    }

    @Override
    public List<LoggedEvent> after(AgentId agent, long seq, int max, Duration patience) throws InterruptedException {
        if (seq < 0) throw new IllegalArgumentException("a number below zero: " + seq);
        if (max < 1) throw new IllegalArgumentException("nothing asked for: " + max);
        if (Thread.interrupted()) throw new InterruptedException("interrupted before the log was read");
        var ready = read(agent, seq, max);
        return ready.isEmpty() && patience.isPositive() ? await(agent, seq, max, patience) : ready;
    }

    /// How many agents somebody waits for.
    int waiting() {
        return signals.size();
    }

    private List<LoggedEvent> await(AgentId agent, long seq, int max, Duration patience) throws InterruptedException {
        var start = System.nanoTime();
        var signal = signals.compute(agent, (_, known) -> known == null ? new WatchSignal() : known.shared());
        try {
            while (true) {
                // Counted before the log is read: what is raised in between ends the wait.
                var seen = signal.count();
                var ready = read(agent, seq, max);
                var left = patience.minusNanos(System.nanoTime() - start);
                if (!ready.isEmpty() || !left.isPositive()) return ready;
                signal.await(seen, left.compareTo(poll) < 0 ? left : poll);
            }
        } finally {
            signals.computeIfPresent(agent, (_, known) -> known.left() ? null : known);
        }
    }

    private List<LoggedEvent> read(AgentId agent, long seq, int max) {
        var events = log.after(agent, seq, max);
        var expected = seq;
        for (var event : events) {
            if (event.seq() != ++expected) {
                throw new IllegalStateException(
                        "the log of " + agent + " has " + event.seq() + " where " + expected + " belongs");
            }
        }
        return events;
    }
}
