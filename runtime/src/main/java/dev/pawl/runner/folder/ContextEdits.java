package dev.pawl.runner.folder;

import dev.pawl.runner.WorkflowControl;
import dev.pawl.workflow.Intervention;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore.Committed;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;

/// A person's edit of `active_context.md`: a state that one of the edges leads to is that command;
/// any other is ignored, and the file says again what the journal says.
public final class ContextEdits {
    private final ActiveContextFile file;
    private final Consumer<String> warnings;

    public ContextEdits(ActiveContextFile file, Consumer<String> warnings) {
        this.file = file;
        this.warnings = warnings;
    }

    /// Whether the edit moved the workflow.
    public boolean apply(WorkflowControl control) throws IOException {
        var flow = control.read().flow();
        var wanted = file.editedState(flow);
        var command = wanted.flatMap(state -> command(flow, state));
        if (command.isPresent()) {
            switch (control.give(command.get())) {
                case Committed.Done _ -> {
                    return true;
                }
                case Committed.Refused(var _, var refusal) ->
                    warnings.accept("the edit of task_status was not taken: " + refusal.why());
                case Committed.Lost _ -> {}
            }
        } else if (wanted.isPresent()) {
            warnings.accept("the edit of task_status from " + flow.state() + " to " + wanted.get()
                    + " is no legal step: the file was written again from the journal");
        }
        file.repair(() -> control.read().flow());
        return false;
    }

    private static Optional<WorkflowCommand> command(Workflow flow, WorkflowState wanted) {
        return switch (wanted) {
            case IDLE ->
                flow.state() == WorkflowState.PLANNING || flow.state() == WorkflowState.CONFIRMING
                        ? Optional.of(new WorkflowCommand.Cancel("task_status was set to IDLE"))
                        : Optional.empty();
            case EXECUTING -> executing(flow);
            case PLANNING, CONFIRMING, AUTO_FIX, BLOCKED, ARCHIVING -> Optional.empty();
        };
    }

    private static Optional<WorkflowCommand> executing(Workflow flow) {
        return switch (flow.state()) {
            case CONFIRMING ->
                Optional.of(new WorkflowCommand.Approve(flow.plan().hash(), true));
            case BLOCKED -> Optional.of(new WorkflowCommand.Intervene(Intervention.MANUAL_FIX, ""));
            case IDLE, PLANNING, EXECUTING, AUTO_FIX, ARCHIVING -> Optional.empty();
        };
    }
}
