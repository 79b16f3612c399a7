package dev.pawl.agent;

import java.time.Duration;

/// How long to wait before a broken answer is asked for again: doubling from a base, unless the
/// server named a time itself.
public record Backoff(int most, Duration base) {
    /// 1, 2, 4, 8, 16 seconds.
    public static final Backoff DEFAULT = new Backoff(5, Duration.ofSeconds(1));

    private static final int MOST_DOUBLINGS = 6;
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /// A server that asks for a long pause is not waited for: the turn ends and says so.
    public boolean allows(int attempt, ModelFailure failure) {
        return attempt <= most
                && failure.kind().worthRetrying()
                && failure.retryAfter().compareTo(LONGEST) <= 0;
    }

    /// `attempt` counts from 1.
    public Duration before(int attempt, ModelFailure failure) {
        if (failure.retryAfter().isPositive()) return failure.retryAfter();
        return base.multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS));
    }
}
