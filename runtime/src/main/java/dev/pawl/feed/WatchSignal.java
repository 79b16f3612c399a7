package dev.pawl.feed;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What the watchers of one agent wait for: a count that only grows. Safe for use by many threads.
///
/// How many share it is only touched by the map that holds it, one thread at a time.
final class WatchSignal {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition raised = lock.newCondition();
    private long count;
    private int watchers = 1;

    /// One watcher more.
    WatchSignal shared() {
        watchers++;
        return this;
    }

    /// One watcher less; answers whether it was the last.
    boolean left() {
        watchers--;
        return watchers == 0;
    }

    long count() {
        lock.lock();
        try {
            return count;
        } finally {
            lock.unlock();
        }
    }

    void raise() {
        lock.lock();
        try {
            count++;
            raised.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Until the count is another than the one that was seen, or the time is over.
    void await(long seen, Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var left = patience.toNanos();
            while (count == seen && left > 0) left = raised.awaitNanos(left);
        } finally {
            lock.unlock();
        }
    }
}
