package dev.pawl.agent.approval;

/// How a call that may begin is to be run.
public enum RunMode {
    /// Inside what the thread's sandbox mode allows.
    CONFINED,
    /// Without a sandbox: somebody said yes to exactly this, or the thread is set up so.
    FREE
}
