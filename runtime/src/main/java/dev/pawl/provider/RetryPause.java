package dev.pawl.provider;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// A wait between two tries. An interrupt ends it.
@FunctionalInterface
public interface RetryPause {
    RetryPause PARKED = RetryPause::park;

    void last(Duration duration) throws InterruptedException;

    private static void park(Duration duration) throws InterruptedException {
        var until = System.nanoTime() + duration.toNanos();
        for (var left = duration.toNanos(); left > 0; left = until - System.nanoTime()) {
            if (Thread.interrupted()) throw new InterruptedException();
            LockSupport.parkNanos(left);
        }
        if (Thread.interrupted()) throw new InterruptedException();
    }
}
