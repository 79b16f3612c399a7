package dev.pawl.kernel;

/// What the kernel of this machine says about a worker's process.
public enum Liveness {
    /// It runs, or could.
    ALIVE,
    /// It was stopped by a signal or a debugger: it renews no lease until it is continued.
    STOPPED,
    /// It has ended.
    DEAD,
    /// It belongs to another machine or namespace, or cannot be looked at.
    UNKNOWN
}
