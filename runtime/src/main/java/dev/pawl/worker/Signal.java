package dev.pawl.worker;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// A flag one thread waits for. Giving it twice is giving it once.
final class Signal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition given = lock.newCondition();
    private boolean up;

    void give() {
        lock.lock();
        try {
            up = true;
            given.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the signal or for the time to pass, and takes the signal down.
    void await(Duration patience) {
        lock.lock();
        try {
            var left = patience.toNanos();
            while (!up && left > 0) left = given.awaitNanos(left);
            up = false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            lock.unlock();
        }
    }
}
