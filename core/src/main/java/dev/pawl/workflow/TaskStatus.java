package dev.pawl.workflow;

/// Where a task of the queue stands.
public enum TaskStatus {
    PENDING,
    IN_PROGRESS,
    DONE,
    BLOCKED,
    SKIPPED,
    /// Ended without success when its workflow was abandoned.
    FAILED;

    /// Whether the task needs no more work.
    public boolean isOver() {
        return this == DONE || this == SKIPPED || this == FAILED;
    }
}
