package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;

/// A hint that an agent's inbox is worth a look. Carries no meaning beyond that.
public record Bell(AgentId agent, WorkerTarget target) {
    /// Something changed and nobody knows for whom: worth a look everywhere.
    public static final Bell ANY = new Bell(new AgentId("*"), new WorkerTarget("*"));

    public boolean concerns(AgentId other) {
        return equals(ANY) || agent.equals(other);
    }

    public boolean concerns(WorkerTarget other) {
        return equals(ANY) || target.equals(other);
    }
}
