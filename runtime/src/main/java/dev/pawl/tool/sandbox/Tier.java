package dev.pawl.tool.sandbox;

/// How commands are held to their [Confinement] on this machine.
public enum Tier {
    /// Namespaces and mounts made by bubblewrap, and a seccomp filter.
    BUBBLEWRAP(1),
    /// Landlock rules and a seccomp filter, where there are no namespaces to be had.
    LANDLOCK(2),
    /// Nothing: only tools that read work, commands are refused.
    NONE(0);

    private final int number;

    Tier(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
