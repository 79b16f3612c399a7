package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;

/// A hint that an agent is worth a look. Carries no meaning beyond that.
///
/// @param target the pool whose workers should look
public record Bell(AgentId agent, WorkerTarget target) {
    /// Something changed and it is not known where: worth a look everywhere.
    public static final Bell ANY = new Bell(new AgentId("*"), new WorkerTarget("*"));

    private static final WorkerTarget LOG = new WorkerTarget("log");

    /// The agent's log has grown: a hint for watchers. No worker serves its target.
    public static Bell grown(AgentId agent) {
        return new Bell(agent, LOG);
    }

    public boolean isForWorkers() {
        return !target.equals(LOG);
    }

    public boolean concerns(AgentId other) {
        return equals(ANY) || agent.equals(other);
    }

    public boolean concerns(WorkerTarget other) {
        return equals(ANY) || target.equals(other);
    }
}
