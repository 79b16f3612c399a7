package dev.pawl.workflow;

/// What a person does about a blocked workflow (T09).
public enum Intervention {
    /// Words for the next attempt.
    GUIDANCE,
    RETRY,
    /// The person fixed it: the checks run first.
    MANUAL_FIX,
    SKIP
}
