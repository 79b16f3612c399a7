package dev.pawl.cli;

/// What the program's exit code means. Scripts rely on these numbers.
public final class ExitCode {
    /// Done; for a turn: delivered.
    public static final int OK = 0;
    /// It failed, was interrupted, or something a turn needs is missing.
    public static final int FAILED = 1;
    /// The command line or the configuration is wrong.
    public static final int USAGE = 2;
    /// A person must answer first, and nobody can do that here.
    public static final int WAITING = 3;
    /// The folder is neither trusted nor in a git repository.
    public static final int UNTRUSTED = 4;
    /// The store is not usable; nothing is lost.
    public static final int STORE = 5;

    private ExitCode() {}
}
