package dev.pawl.kernel.rows;

import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.RemoteCall;
import java.util.List;

/// What is committed and has yet to leave for a message bus. Leaves at least once, each agent's
/// events in order; receivers tell repetitions by agent and number. Safe for use by many threads.
public interface Outbox {
    /// Events nobody marked as published, each agent's in order.
    List<LoggedEvent> events(int max);

    /// All events of the agent up to this number have left.
    void published(AgentId agent, long seq);

    List<RemoteCall> calls(int max);

    void sent(RemoteCall call);
}
