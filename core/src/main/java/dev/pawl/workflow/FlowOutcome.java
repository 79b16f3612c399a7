package dev.pawl.workflow;

/// How a workflow ended.
public enum FlowOutcome {
    NONE,
    COMPLETED,
    /// Some tasks were skipped.
    PARTIAL,
    ABANDONED,
    ROLLED_BACK,
    CANCELLED
}
