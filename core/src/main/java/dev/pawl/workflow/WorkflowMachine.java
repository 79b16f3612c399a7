package dev.pawl.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The life of a workflow as one pure function: twelve of its 77 pairs of state and trigger are
/// legal. The picture is `docs/state/workflow.md`, made from here.
public final class WorkflowMachine {
    private WorkflowMachine() {}

    /// The transition that this trigger makes in this state; empty when it is illegal.
    public static Optional<WorkflowEdge> edge(WorkflowState state, WorkflowTrigger trigger) {
        for (var edge : WorkflowEdge.values()) {
            if (edge.from() == state && edge.trigger() == trigger) return Optional.of(edge);
        }
        return Optional.empty();
    }

    /// The triggers that are legal in a state.
    public static List<WorkflowTrigger> allowed(WorkflowState state) {
        var allowed = new ArrayList<WorkflowTrigger>();
        for (var trigger : WorkflowTrigger.values()) if (edge(state, trigger).isPresent()) allowed.add(trigger);
        return allowed;
    }
}
