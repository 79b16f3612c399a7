package dev.pawl.agent;

import dev.pawl.agent.ModelFailure.Kind;
import java.time.Duration;

/// How long to wait before a broken answer is asked for again: doubling from a base, unless the
/// server named a time itself.
public record Backoff(int most, Duration base) {
    /// 1, 2, 4, 8, 16 seconds.
    public static final Backoff DEFAULT = new Backoff(5, Duration.ofSeconds(1));

    private static final int MOST_DOUBLINGS = 6;
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONGEST = Duration.ofMinutes(5);

    /// A server that wants to be left alone for long is not waited for: the person is told. A key
    /// that was refused inside an answer was looked at already.
    public boolean allows(int attempt, ModelFailure failure) {
        return attempt <= most
                && failure.kind().worthRetrying()
                && !(failure.kind() == Kind.UNAUTHORIZED && failure.status() == 0)
                && failure.retryAfter().compareTo(LONGEST) <= 0;
    }

    /// `attempt` counts from 1.
    public Duration before(int attempt, ModelFailure failure) {
        if (failure.retryAfter().isPositive()) return failure.retryAfter();
        // A refused key hardly gets better: Codex tries again all the same, but within seconds.
        var first = failure.kind() == Kind.UNAUTHORIZED && base.compareTo(SHORT) > 0 ? SHORT : base;
        return first.multipliedBy(1L << Math.min(attempt - 1, MOST_DOUBLINGS));
    }
}
