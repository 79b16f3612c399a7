package dev.pawl.workflow;

/// Why a workflow needs a person.
public enum BlockedReason {
    NONE,
    /// All attempts to fix a task failed.
    MAX_ATTEMPTS,
    /// A person stopped it.
    FORCED,
    /// A check could not be run: a missing tool, a full disk.
    ENVIRONMENT,
    /// The attempts of a task's whole life are used up.
    BUDGET,
    /// A fix touched protected files, and a person declined that.
    TAMPERING,
    /// The agent says that the task cannot be done.
    CANNOT,
    /// The task depends on one that was skipped.
    DEPENDENCY
}
