package dev.pawl.tool.files;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.ToolArguments;
import java.util.ArrayList;
import java.util.List;

/// `update_plan`: the agent writes down what it is going to do. Nothing else happens.
public final class UpdatePlan implements Tool {
    private static final List<String> STATUS = List.of("pending", "in_progress", "completed");
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "explanation":{"type":"string","description":"Why the plan changes."},\
            "plan":{"type":"array","description":"All steps, in order.","items":{"type":"object","properties":{\
            "step":{"type":"string"},\
            "status":{"type":"string","enum":["pending","in_progress","completed"]}},\
            "required":["step","status"],"additionalProperties":false}}},\
            "required":["plan"],"additionalProperties":false}""";

    private final ToolSpec spec =
            new ToolSpec.Function("update_plan", Description.of(UpdatePlan.class, "update_plan.md"), PARAMETERS);

    @Override
    public ToolSpec spec() {
        return spec;
    }

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
        try {
            return plan(call);
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        return new Intent.ReadOnly();
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) {
        try {
            return Outcome.success("Plan updated").with(plan(call));
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }

    private static Detail.Plan plan(Item.ToolCall call) throws BadArguments {
        var arguments = ToolArguments.of(call);
        arguments.only(List.of("explanation", "plan"));
        var steps = new ArrayList<PlanStep>();
        for (var step : arguments.list("plan")) steps.add(step(step));
        return new Detail.Plan(arguments.optionalText("explanation").orElse(""), steps);
    }

    private static PlanStep step(Json json) throws BadArguments {
        var step = ToolArguments.parse(json.write());
        step.only(List.of("step", "status"));
        return new PlanStep(step.text("step"), progress(step.text("status")));
    }

    private static PlanStep.Progress progress(String status) throws BadArguments {
        return switch (status) {
            case "pending" -> PlanStep.Progress.PENDING;
            case "in_progress" -> PlanStep.Progress.IN_PROGRESS;
            case "completed" -> PlanStep.Progress.COMPLETED;
            default -> throw ToolArguments.unknownVariant(status, STATUS);
        };
    }
}
