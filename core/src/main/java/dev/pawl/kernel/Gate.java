package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;

/// What a worker must still hold to write: compared in every change of the agent's head.
public record Gate(AgentId agent, TurnId turn, Epoch epoch) {
    public Gate next() {
        return new Gate(agent, turn, epoch.next());
    }
}
