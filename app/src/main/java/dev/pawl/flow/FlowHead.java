package dev.pawl.flow;

import dev.pawl.cli.Messages;
import dev.pawl.cli.Text;
import dev.pawl.workflow.Badge;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.plan.TaskId;
import java.util.ArrayList;

/// Where a workflow stands, in the words that every surface says.
public final class FlowHead {
    private FlowHead() {}

    /// State, task and attempt in one line.
    ///
    /// @param most consecutive attempts of a task
    public static String of(Messages messages, Workflow flow, int most) {
        var state = switch (flow.state()) {
            case IDLE -> Text.FLOW_STATE_IDLE;
            case PLANNING -> Text.FLOW_STATE_PLANNING;
            case CONFIRMING -> Text.FLOW_STATE_CONFIRMING;
            case EXECUTING -> Text.FLOW_STATE_EXECUTING;
            case AUTO_FIX -> Text.FLOW_STATE_AUTO_FIX;
            case BLOCKED -> Text.FLOW_STATE_BLOCKED;
            case ARCHIVING -> Text.FLOW_STATE_ARCHIVING;
        };
        var parts = new ArrayList<String>();
        parts.add(flow.state() + " · " + messages.say(state));
        if (flow.position() > 0)
            parts.add(messages.say(
                    Text.FLOW_TASK_OF,
                    Integer.toString(flow.position()),
                    Integer.toString(flow.queue().tasks().size()),
                    flow.queue().current().map(TaskId::value).orElse("")));
        if (flow.repair().attempts() > 0)
            parts.add(messages.say(
                    Text.FLOW_ATTEMPT, Integer.toString(flow.repair().attempts()), Integer.toString(most)));
        return String.join(" · ", parts);
    }

    public static String badge(Messages messages, Badge badge) {
        return messages.say(
                switch (badge) {
                    case NONE -> Text.FLOW_BADGE_NONE;
                    case VERIFIED -> Text.FLOW_BADGE_VERIFIED;
                    case UNVERIFIED -> Text.FLOW_BADGE_UNVERIFIED;
                    case CANNOT_VERIFY -> Text.FLOW_BADGE_CANNOT_VERIFY;
                    case STALE -> Text.FLOW_BADGE_STALE;
                });
    }
}
