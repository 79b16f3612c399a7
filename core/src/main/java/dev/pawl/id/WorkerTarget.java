package dev.pawl.id;

/// The pool of workers that serves an agent.
public record WorkerTarget(String value) {
    public WorkerTarget {
        Names.require(value, "worker target");
    }

    @Override
    public String toString() {
        return value;
    }
}
