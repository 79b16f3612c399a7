package dev.pawl.kernel;

import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;
import java.time.Instant;
import java.util.Map;

/// What can happen to an agent's head.
public sealed interface TurnTrigger {
    /// The kernel binds the next letter to the agent.
    record Dispatch(TurnId turn) implements TurnTrigger {}

    /// A worker that claimed the letter begins.
    record Begin(Gate gate, Lease lease) implements TurnTrigger {}

    /// The turn needs answers, each until its deadline.
    record Suspend(Gate gate, Map<CallId, Instant> deadlines) implements TurnTrigger {
        public Suspend {
            deadlines = Map.copyOf(deadlines);
        }
    }

    /// Somebody answered a call of a turn.
    record Report(TurnId turn, CallId call) implements TurnTrigger {}

    /// A worker applies answers; `open` are the calls still without one.
    record Resume(Gate gate, Map<CallId, Instant> open, Lease lease) implements TurnTrigger {
        public Resume {
            open = Map.copyOf(open);
        }
    }

    /// The owner goes on owning.
    record Renew(Gate gate, Lease lease) implements TurnTrigger {}

    /// Another worker continues a turn whose owner is gone.
    record TakeOver(Gate gate, Lease lease) implements TurnTrigger {}

    /// The turn ends with its deliverable.
    record Deliver(Gate gate) implements TurnTrigger {}

    /// The turn is ended from outside, whatever its epoch.
    record Stop(TurnId turn) implements TurnTrigger {}
}
