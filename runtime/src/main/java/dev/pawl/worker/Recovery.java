package dev.pawl.worker;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import java.util.List;
import java.util.function.Predicate;

/// Which turns that others left behind a worker goes on with.
///
/// @param scope which pools they may belong to
/// @param hasMeans whether the turns of an agent can run here: a turn whose key, provider or folder
///     is missing here is left for a worker that has it
public record Recovery(Scope scope, Predicate<AgentId> hasMeans) {
    public enum Scope {
        /// Those of the worker's own pools.
        OWN,
        /// Those of every pool, of other machines as well.
        ALL
    }

    /// Every turn of its own pool.
    public static final Recovery USUAL = new Recovery(Scope.OWN, _ -> true);

    List<WorkerTarget> of(List<WorkerTarget> own) {
        return scope == Scope.ALL ? List.of(WorkerTarget.ANY) : own;
    }
}
