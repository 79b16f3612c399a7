package dev.pawl.event;

import dev.pawl.id.AgentId;
import java.time.Duration;
import java.util.List;

/// Committed events to whoever watches: in order, each number once. Safe for use by many threads.
public interface Feed {
    /// The events after a number, oldest first, at most `max`. Waits up to `patience` for the first
    /// one and answers an empty list when none came.
    List<LoggedEvent> after(AgentId agent, long seq, int max, Duration patience) throws InterruptedException;
}
