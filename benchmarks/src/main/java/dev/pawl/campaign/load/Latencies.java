package dev.pawl.campaign.load;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/// How long notifications took, in steps of a tenth of a millisecond. Safe for use by many threads.
final class Latencies {
    private static final long STEP_NANOS = 100_000;
    private static final int STEPS = 100_000;

    private final AtomicLongArray counts = new AtomicLongArray(STEPS + 1);
    private final AtomicLong all = new AtomicLong();

    void add(long nanos) {
        counts.incrementAndGet(Math.clamp(nanos / STEP_NANOS, 0, STEPS));
        all.incrementAndGet();
    }

    long count() {
        return all.get();
    }

    /// In milliseconds; 0 when there was none.
    double percentile(double share) {
        var wanted = (long) Math.ceil(all.get() * share);
        var seen = 0L;
        for (var step = 0; step <= STEPS; step++) {
            seen += counts.get(step);
            if (seen >= wanted && seen > 0) return (step + 1) * STEP_NANOS / 1e6;
        }
        return 0;
    }
}
