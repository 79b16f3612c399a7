package dev.pawl.id;

/// The pool of workers that serves an agent's turn: those of one surface on one machine.
public record WorkerTarget(String value) {
    /// Every pool, for those who look; no agent is served by it.
    public static final WorkerTarget ANY = new WorkerTarget("*");

    public WorkerTarget {
        Names.require(value, "worker target");
    }

    /// Whether agents of this pool are among those looked for.
    public boolean covers(WorkerTarget pool) {
        return equals(ANY) || equals(pool);
    }

    @Override
    public String toString() {
        return value;
    }
}
