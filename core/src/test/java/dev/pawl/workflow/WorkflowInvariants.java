package dev.pawl.workflow;

import java.util.ArrayList;
import java.util.List;

/// What holds for every workflow, whatever was asked of it.
public final class WorkflowInvariants {
    private WorkflowInvariants() {}

    public static List<String> broken(Workflow before, Workflow now) {
        var broken = new ArrayList<String>();
        var changed = !before.equals(now);
        if (changed && now.revision() <= before.revision()) broken.add("the revision did not grow");
        var attempts = now.repair().attempts();
        if (attempts < 0 || attempts > Strikes.DEFAULT.most()) broken.add("attempts: " + attempts);
        var repairs = now.state() == WorkflowState.AUTO_FIX || now.state() == WorkflowState.BLOCKED;
        if (attempts != 0 && !repairs) broken.add("attempts " + attempts + " in " + now.state());
        for (var task : now.queue().tasks()) {
            if (task.attempts() > Strikes.DEFAULT.lifetime()) broken.add("too many attempts: " + task.id());
        }
        var inProgress = now.queue().tasks().stream()
                .filter(task -> task.status() == TaskStatus.IN_PROGRESS)
                .count();
        if (inProgress > 1) broken.add(inProgress + " tasks in progress");
        if (now.state() == WorkflowState.IDLE && now.queue().current().isPresent()) broken.add("a task in IDLE");
        if (now.state() == WorkflowState.EXECUTING) {
            if (now.marks().base().isNone()) broken.add("no base checkpoint in EXECUTING");
            if (now.plan().approvedHash().isEmpty()) broken.add("no approved plan in EXECUTING");
        }
        return broken;
    }
}
