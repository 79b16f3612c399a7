package dev.pawl.id;

/// A chat that outlives every process, as the surfaces name it. The same string as its agent's id.
public record ThreadId(String value) {
    public ThreadId {
        Names.require(value, "thread id");
    }

    @Override
    public String toString() {
        return value;
    }
}
