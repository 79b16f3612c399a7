package dev.pawl.runner;

import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;
import java.util.function.Supplier;

/// Sees what happens to a workflow while this process runs it.
public interface FlowListener {
    FlowListener NONE = new FlowListener() {};

    /// @param spent what the workflow took so far; asked for when it is shown
    default void changed(Workflow flow, List<WorkflowChange> changes, Supplier<Spent> spent) {}

    default void checking(TaskId task, Check check) {}

    default void checked(TaskId task, CheckResult result) {}

    /// Something a person should know that changes nothing.
    default void warned(String words) {}
}
