package dev.pawl.agent;

/// How much of something may be used before a person is asked.
///
/// @param key the setting it comes from
/// @param most above zero
public record Bound(String key, Scope scope, Measure measure, double most) {
    public Bound {
        if (!(most > 0)) throw new IllegalArgumentException("a bound of nothing: " + key);
    }

    /// Whose use is counted.
    public enum Scope {
        TURN,
        THREAD,
        /// The thread, the agents it called, and those they called; one that was called itself
        /// counts with its root.
        TREE,
        /// All threads of the store since midnight, UTC.
        DAY
    }

    /// What is counted.
    public enum Measure {
        /// Responses of the model.
        STEPS,
        /// Time a turn was worked on: what it waited for is not counted.
        SECONDS,
        TOKENS,
        USD,
        TURNS
    }

    /// An amount as people write it: whole, or in cents.
    public String shown(double amount) {
        if (measure == Measure.USD) return "$" + Math.round(amount * 100) / 100.0;
        return Long.toString(Math.round(amount));
    }
}
