package dev.pawl.tool.system;

/// Signals that Java has no word for.
public final class Signals {
    private static final int INTERRUPT = 2;
    private static final int KILL = 9;

    private Signals() {}

    /// As Ctrl-C would. A process that is gone is no error; only on Linux anything happens.
    public static void interrupt(long pid) {
        send(pid, INTERRUPT);
    }

    /// Ends a process that does not end by itself.
    public static void kill(long pid) {
        send(pid, KILL);
    }

    private static void send(long pid, int signal) {
        if (Syscall.areKnown() && pid > 0) Libc.syscall(Syscall.KILL, pid, signal);
    }
}
