package dev.pawl.runner.agent;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.runner.folder.PlanDraft;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.ToolArguments;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore;
import java.io.IOException;
import java.util.List;

/// `write_plan`: while a workflow is planned, the agent's only way to write a file: the plan's.
public record WritePlan(WorkflowStore store, String workspace, PlanDraft draft) implements Tool {
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "markdown":{"type":"string","description":"The whole plan, in the form you were given."}},\
            "required":["markdown"],"additionalProperties":false}""";

    @Override
    public ToolSpec spec() {
        return new ToolSpec.Function("write_plan", Description.of(WritePlan.class, "write_plan.md"), PARAMETERS);
    }

    @Override
    public Replay replay() {
        return Replay.IDEMPOTENT;
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
            arguments.only(List.of("markdown"));
            var flow = store.read(workspace).flow();
            if (flow.state() != WorkflowState.PLANNING)
                return Outcome.failed("the workflow is " + flow.state() + ": its plan cannot be written now");
            return Outcome.success("The plan is in " + draft.write(flow, arguments.text("markdown"))
                    + ". End your turn; the runtime checks it and shows it to the user.");
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        } catch (IOException unwritable) {
            return Outcome.failed("the plan could not be written: " + unwritable.getMessage());
        }
    }
}
