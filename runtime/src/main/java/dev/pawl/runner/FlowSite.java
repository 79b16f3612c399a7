package dev.pawl.runner;

import dev.pawl.id.WorkerId;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.WorkflowStore;
import java.time.Duration;
import java.util.function.Predicate;

/// Where a workflow runs, and what it may take.
///
/// @param workspace its name in the store
/// @param isDead whether a runner's process is known to have ended
public record FlowSite(
        String workspace,
        WorkflowStore store,
        FlowWorkspace files,
        FlowTurns turns,
        FlowLimits limits,
        Times times,
        FlowWords words,
        Predicate<WorkerId> isDead) {
    /// @param lease how long a runner is taken to be alive without a sign
    /// @param taskTime how long one turn may take
    /// @param takesBaseline whether all checks run once before the first task
    public record Times(Duration lease, Duration taskTime, boolean takesBaseline) {
        public static final Times DEFAULT = new Times(Duration.ofSeconds(15), Duration.ofMinutes(20), true);
    }
}
