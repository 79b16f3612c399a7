package dev.pawl.workflow;

/// What the evidence says about a task.
public enum Badge {
    /// No evidence yet.
    NONE,
    /// All of its checks passed on the files as they are.
    VERIFIED,
    /// It has no checks.
    UNVERIFIED,
    /// A check cannot be run on this machine.
    CANNOT_VERIFY,
    /// Its checks passed, and its files changed after that.
    STALE
}
