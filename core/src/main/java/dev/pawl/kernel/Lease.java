package dev.pawl.kernel;

import dev.pawl.id.WorkerId;
import java.time.Instant;

/// A worker's right to run the active turn until a time of the store's clock.
public record Lease(WorkerId owner, Instant until) {
    /// The time of a lease that its owner gave up.
    public static final Instant RELEASED = Instant.EPOCH;

    public boolean isReleased() {
        return until.equals(RELEASED);
    }
}
