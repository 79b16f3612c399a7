package dev.pawl.id;

/// An agent's fencing number: it only grows, and every change of ownership makes it grow.
public record Epoch(long value) implements Comparable<Epoch> {
    /// No turn was ever dispatched.
    public static final Epoch NONE = new Epoch(0);

    public Epoch {
        if (value < 0) throw new IllegalArgumentException("epoch below zero: " + value);
    }

    public Epoch next() {
        return new Epoch(Math.addExact(value, 1));
    }

    @Override
    public int compareTo(Epoch other) {
        return Long.compare(value, other.value);
    }
}
