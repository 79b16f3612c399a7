package dev.pawl.runner.agent;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.ToolArguments;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workflow.WorkflowStore.Committed;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// `workflow_update`: the agent writes a progress note into the workflow's scratchpad. The state,
/// the queue and the plan are not its to change.
///
/// @param workspace the workflow's
public record WorkflowUpdate(WorkflowStore store, String workspace) implements Tool {
    private static final int LONGEST = 2_000;
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "progress":{"type":"string","description":"One or two sentences: what is done, what was found out."}},\
            "required":["progress"],"additionalProperties":false}""";

    @Override
    public ToolSpec spec() {
        return new ToolSpec.Function(
                "workflow_update", Description.of(WorkflowUpdate.class, "workflow_update.md"), PARAMETERS);
    }

    /// The note's name is the call's: the same call again is one note.
    @Override
    public Replay replay() {
        return Replay.READ;
    }

    @Override
    public boolean runsBesideOthers() {
        return false;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return new Detail.Nothing();
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        return new Intent.ReadOnly();
    }

    @Override
    public Outcome run(Item.ToolCall call, RunMode runMode, Output output) {
        try {
            var arguments = ToolArguments.of(call);
            arguments.only(List.of("progress"));
            var text = arguments.text("progress").strip();
            var note = text.substring(0, Math.min(LONGEST, text.length()));
            var committed = store.commit(
                    workspace,
                    new WorkflowStore.Request(
                            "note-" + call.call().value(),
                            new WorkflowCommand.Note("agent", note),
                            FlowLimits.DEFAULT,
                            OptionalLong.empty(),
                            Optional.empty()));
            return committed instanceof Committed.Refused(var _, var refusal)
                    ? Outcome.failed(refusal.why())
                    : Outcome.success("Noted.");
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }
}
