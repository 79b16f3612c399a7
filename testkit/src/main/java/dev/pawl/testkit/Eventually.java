package dev.pawl.testkit;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/// Waits for what must become true, and says what it waited for when it does not.
public final class Eventually {
    private static final Duration LONGEST = Duration.ofSeconds(20);
    private static final long LOOK_NANOS = 500_000;

    private Eventually() {}

    /// Answers how long it took.
    public static Duration within(Duration limit, String what, BooleanSupplier condition) {
        var start = System.nanoTime();
        while (!condition.getAsBoolean()) {
            var waited = Duration.ofNanos(System.nanoTime() - start);
            if (waited.compareTo(limit) > 0) throw new AssertionError("not within " + limit + ": " + what);
            LockSupport.parkNanos(LOOK_NANOS);
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    public static Duration eventually(String what, BooleanSupplier condition) {
        return within(LONGEST, what, condition);
    }
}
