package dev.pawl.kernel;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;

/// A hint that an agent's inbox is worth a look. Carries no meaning beyond that.
public record Bell(AgentId agent, WorkerTarget target) {}
