package dev.pawl.worker.turn;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// Waits a while; an interrupt ends it.
final class Pause {
    private Pause() {}

    static void of(Duration length) throws InterruptedException {
        var end = System.nanoTime() + length.toNanos();
        while (true) {
            if (Thread.interrupted()) throw new InterruptedException();
            var left = end - System.nanoTime();
            if (left <= 0) return;
            LockSupport.parkNanos(left);
        }
    }
}
