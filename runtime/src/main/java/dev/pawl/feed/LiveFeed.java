package dev.pawl.feed;

import dev.pawl.event.Live;
import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/// Live words to whoever listens in this process. Nothing is kept: a listener that comes later has
/// missed them, and reads the cards. Safe for use by many threads.
public final class LiveFeed implements Live.Sink {
    private final Map<AgentId, List<Listener>> listeners = new ConcurrentHashMap<>();

    /// Called on the worker's thread: must be quick, and never block or throw.
    @FunctionalInterface
    public interface Listener {
        void hear(TurnId turn, Live live);
    }

    /// Ends with the closing of the answer.
    public Listening listen(AgentId agent, Listener listener) {
        listeners.computeIfAbsent(agent, _ -> new CopyOnWriteArrayList<>()).add(listener);
        return () -> listeners.computeIfPresent(agent, (_, all) -> {
            all.remove(listener);
            return all.isEmpty() ? null : all;
        });
    }

    /// Closing it ends the listening.
    @FunctionalInterface
    public interface Listening extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public void tell(AgentId agent, TurnId turn, Live live) {
        var all = listeners.get(agent);
        if (all == null) return;
        for (var listener : all) listener.hear(turn, live);
    }
}
