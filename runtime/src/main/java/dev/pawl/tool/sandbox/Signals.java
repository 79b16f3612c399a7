package dev.pawl.tool.sandbox;

/// Signals that Java has no word for.
public final class Signals {
    private static final int INTERRUPT = 2;

    private Signals() {}

    /// As Ctrl-C would. A process that is gone is no error; only on Linux anything happens.
    public static void interrupt(long pid) {
        if (Syscall.areKnown() && pid > 0) Libc.syscall(Syscall.KILL, pid, INTERRUPT);
    }
}
