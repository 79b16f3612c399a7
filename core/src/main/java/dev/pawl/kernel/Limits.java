package dev.pawl.kernel;

import java.time.Duration;

/// The protocol's numbers. All durations are measured by the store's clock.
///
/// @param lease how long a worker owns a turn without a heartbeat
/// @param claim how long a claimed letter stays claimed without a begin
/// @param attempts claims of one letter before it is a dead letter; many, because whoever dies
///     between a claim and its begin has done nothing yet that the letter could be blamed for
/// @param takeovers take-overs of one turn without progress before it fails
/// @param inbox letters an agent's inbox holds
/// @param ringAfter how old a letter is before the watchdog rings again
/// @param dispatchPatience how long a dispatched turn waits for a worker before it times out
/// @param batch rows one sweep looks at
public record Limits(
        Duration lease,
        Duration claim,
        int attempts,
        int takeovers,
        int inbox,
        Duration ringAfter,
        Duration dispatchPatience,
        int batch) {
    /// A turn waits for a worker as long as it takes: the next `pawl` that comes up runs it.
    public static final Limits DEFAULT = new Limits(
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            10,
            3,
            100,
            Duration.ofSeconds(5),
            Duration.ofDays(3650),
            100);

    public Limits withLease(Duration next) {
        return new Limits(next, claim, attempts, takeovers, inbox, ringAfter, dispatchPatience, batch);
    }

    public Limits withClaim(Duration next) {
        return new Limits(lease, next, attempts, takeovers, inbox, ringAfter, dispatchPatience, batch);
    }

    public Limits withDispatchPatience(Duration next) {
        return new Limits(lease, claim, attempts, takeovers, inbox, ringAfter, next, batch);
    }
}
