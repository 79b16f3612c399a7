package dev.pawl.runner;

import dev.pawl.workflow.Badge;
import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.ProtectedFiles;
import dev.pawl.workflow.plan.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The tasks whose files changed after their evidence. A check that passed later, for another task
/// or at the end, is evidence too.
final class StaleTasks {
    private StaleTasks() {}

    static List<TaskId> of(Workflow flow, FlowWorkspace files) throws InterruptedException {
        var stale = new ArrayList<TaskId>();
        if (flow.queue().tasks().stream().noneMatch(task -> task.badge() == Badge.VERIFIED)) return stale;
        var now = files.tree();
        if (now.isEmpty()) return stale;
        for (var task : flow.queue().tasks()) {
            if (task.badge() != Badge.VERIFIED) continue;
            var evidence = evidence(flow, task);
            if (evidence.isEmpty() || evidence.get().equals(now)) continue;
            var changed = files.changes(evidence.get(), now);
            var isTouched = changed.stream()
                    .anyMatch(change -> task.task().files().isEmpty()
                            || task.task().files().stream()
                                    .anyMatch(glob -> ProtectedFiles.matches(glob, change.path())));
            if (isTouched) stale.add(task.id());
        }
        return stale;
    }

    /// The files on which each of its checks passed last.
    private static Optional<String> evidence(Workflow flow, TaskProgress task) {
        var runs = Stream.concat(
                        flow.queue().tasks().stream(), Stream.of(flow.queue().finals()))
                .flatMap(one -> one.ledger().stream())
                .toList();
        return task.task().checks().stream()
                .map(check -> runs.reversed().stream()
                        .filter(run -> run.check().equals(check) && run.hasPassed())
                        .map(CheckResult::tree)
                        .findFirst()
                        .orElse(""))
                .filter(tree -> !tree.isEmpty())
                .findFirst();
    }
}
