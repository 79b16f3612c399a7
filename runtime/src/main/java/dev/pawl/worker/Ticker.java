package dev.pawl.worker;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Repeats a duty on a thread of its own: when it is nudged, and at each tick with every nudge
/// lost. Two nudges before the duty begins are one. Safe for use by many threads.
///
/// The thread is a platform thread, so that a busy pool cannot hold it up.
final class Ticker implements AutoCloseable {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Thread thread;
    private boolean nudged;
    private boolean closed;

    Ticker(String name, Duration tick, Runnable duty) {
        thread = Thread.ofPlatform().name(name).daemon(true).unstarted(() -> {
            while (comesRound(tick)) duty.run();
        });
    }

    /// Starts it, unless it was started before; by one thread only.
    void start() {
        if (thread.getState() == Thread.State.NEW) thread.start();
    }

    void nudge() {
        lock.lock();
        try {
            nudged = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }

    /// Waits for a nudge or for the tick; whether the duty is still wanted then.
    private boolean comesRound(Duration tick) {
        lock.lock();
        try {
            var left = tick.toNanos();
            while (!nudged && !closed && left > 0) left = changed.awaitNanos(left);
            nudged = false;
            return !closed;
        } catch (InterruptedException stop) {
            return false;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the end of a duty that is under way, but not for longer than this.
    void join(Duration patience) throws InterruptedException {
        thread.join(patience);
    }

    /// The duty does not begin again.
    @Override
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signal();
        } finally {
            lock.unlock();
        }
    }
}
