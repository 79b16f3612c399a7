package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import java.time.Instant;
import java.util.Set;

/// The stored state of an agent. Each state carries only what is true in it.
public sealed interface HeadState {
    AgentId agent();

    /// The last epoch that was given out.
    Epoch epoch();

    /// No active turn.
    record Idle(AgentId agent, Epoch epoch) implements HeadState {}

    /// A turn was bound to the agent and waits for a worker.
    record Dispatched(Gate gate) implements Active {}

    /// A worker holds the turn.
    record Running(Gate gate, Lease lease) implements Active {}

    /// The turn waits for others; nobody holds it.
    record Suspended(Gate gate, Set<CallId> waits, Instant resumeBy) implements Active {
        public Suspended {
            waits = Set.copyOf(waits);
            if (waits.isEmpty()) throw new IllegalArgumentException("suspended without a wait");
        }
    }

    /// The three states that have a turn.
    sealed interface Active extends HeadState {
        Gate gate();

        @Override
        default AgentId agent() {
            return gate().agent();
        }

        @Override
        default Epoch epoch() {
            return gate().epoch();
        }
    }
}
