package dev.pawl.workflow.plan;

import java.util.List;

/// A plan (PRD) that was read: what its file says, without its prose.
///
/// @param lines how long the document is
public record Plan(String title, List<PlanTask> tasks, int lines) {
    /// A longer plan is more work to read than most changes are worth.
    public static final int LONG = 120;

    public Plan {
        tasks = List.copyOf(tasks);
    }

    public boolean isLong() {
        return lines > LONG;
    }
}
