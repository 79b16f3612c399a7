package dev.pawl.workflow;

import java.util.ArrayList;
import java.util.List;

/// The commands that a person may give now, by the names of `pawl flow`.
public final class FlowCommands {
    private FlowCommands() {}

    public static List<String> allowed(Workflow flow) {
        var allowed = new ArrayList<String>();
        var pausing = flow.isPaused() ? "resume" : "pause";
        switch (flow.state()) {
            case IDLE -> allowed.add("start");
            case PLANNING -> allowed.addAll(List.of("cancel", pausing));
            case CONFIRMING -> allowed.addAll(List.of("confirm", "modify", "cancel"));
            case EXECUTING, AUTO_FIX -> {
                allowed.addAll(List.of(pausing, "stop", "rollback"));
                if (flow.state() == WorkflowState.EXECUTING && flow.isPaused()) allowed.add("abandon");
            }
            case BLOCKED -> allowed.addAll(List.of("fix", "retry", "skip", "rollback", "abandon"));
            case ARCHIVING -> allowed.add("archive");
        }
        return allowed;
    }
}
