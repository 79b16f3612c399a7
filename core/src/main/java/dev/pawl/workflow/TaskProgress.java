package dev.pawl.workflow;

import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.plan.PlanTask;
import dev.pawl.workflow.plan.TaskId;
import java.util.ArrayList;
import java.util.List;

/// A task of the queue: what the plan says, and where it stands.
///
/// @param attempts how often it was repaired in its whole life
/// @param reason why it was skipped or is blocked; empty for none
/// @param ledger the runs of its checks, oldest first
public record TaskProgress(PlanTask task, TaskStatus status, int attempts, String reason, List<CheckResult> ledger) {
    /// The ledger keeps the newest.
    private static final int MOST = 60;

    public TaskProgress {
        ledger = List.copyOf(ledger);
    }

    static TaskProgress pending(PlanTask task) {
        return new TaskProgress(task, TaskStatus.PENDING, 0, "", List.of());
    }

    public TaskId id() {
        return task.id();
    }

    TaskProgress with(TaskStatus next, String why) {
        return new TaskProgress(task, next, attempts, why, ledger);
    }

    TaskProgress attempted() {
        return new TaskProgress(task, status, attempts + 1, reason, ledger);
    }

    TaskProgress checked(List<CheckResult> results) {
        var all = new ArrayList<>(ledger);
        all.addAll(results);
        var from = Math.max(0, all.size() - MOST);
        return new TaskProgress(task, status, attempts, reason, all.subList(from, all.size()));
    }

    /// What its own ledger says; whether that is stale is for who knows the files.
    public Badge badge() {
        if (status != TaskStatus.DONE) return Badge.NONE;
        if (task.checks().isEmpty()) return Badge.UNVERIFIED;
        for (var check : task.checks()) {
            var last = ledger.reversed().stream()
                    .filter(result -> result.check().equals(check))
                    .findFirst();
            if (last.isEmpty()) return Badge.UNVERIFIED;
            if (last.get().ending() == CheckResult.Ending.ENVIRONMENT) return Badge.CANNOT_VERIFY;
            if (!last.get().hasPassed()) return Badge.UNVERIFIED;
        }
        return Badge.VERIFIED;
    }
}
