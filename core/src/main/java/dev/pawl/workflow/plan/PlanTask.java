package dev.pawl.workflow.plan;

import java.util.List;

/// A task as the plan writes it.
///
/// @param parallel may run beside others (`[P]`)
/// @param checks the ids of its checks; empty for `verify: none`
public record PlanTask(
        TaskId id,
        boolean parallel,
        String title,
        List<TaskId> deps,
        List<String> files,
        List<String> requirements,
        List<String> checks) {
    public PlanTask {
        deps = List.copyOf(deps);
        files = List.copyOf(files);
        requirements = List.copyOf(requirements);
        checks = List.copyOf(checks);
    }
}
