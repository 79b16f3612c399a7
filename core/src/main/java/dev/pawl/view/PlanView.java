package dev.pawl.view;

import dev.pawl.card.Detail.PlanStep;
import java.util.List;

/// The agent's list of things to do, as it stands.
public record PlanView(String explanation, List<PlanStep> steps) {
    public static final PlanView NONE = new PlanView("", List.of());

    public PlanView {
        steps = List.copyOf(steps);
    }
}
