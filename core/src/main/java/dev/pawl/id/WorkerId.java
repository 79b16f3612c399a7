package dev.pawl.id;

/// One worker process and its life: a restarted worker has another.
public record WorkerId(String value) {
    public WorkerId {
        Names.require(value, "worker id");
    }

    @Override
    public String toString() {
        return value;
    }
}
