package dev.pawl.feed;

import dev.pawl.event.LoggedEvent;
import java.util.List;

/// Hears of each commit of this process. Called by the thread that committed: it must be quick.
@FunctionalInterface
public interface CommitListener {
    /// @param events what the commit added to logs, in order
    void committed(List<LoggedEvent> events, long nanos);
}
