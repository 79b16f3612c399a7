package dev.pawl.store.postgres;

import dev.pawl.kernel.Bell;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Bells on their way out, each once. Adding never waits for a server. Safe for many threads.
///
/// When there are too many they become one: look everywhere.
final class WaitingBells {
    static final int MOST = 1_024;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition some = lock.newCondition();
    private final Set<Bell> bells = new LinkedHashSet<>();

    void add(Bell bell) {
        addAll(List.of(bell));
    }

    void addAll(List<Bell> more) {
        lock.lock();
        try {
            bells.addAll(more);
            if (bells.size() > MOST || bells.contains(Bell.ANY)) {
                bells.clear();
                bells.add(Bell.ANY);
            }
            some.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Takes all of them, waiting a while for the first.
    List<Bell> take(long millis) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var left = TimeUnit.MILLISECONDS.toNanos(millis);
            while (bells.isEmpty() && left > 0) left = some.awaitNanos(left);
            var taken = List.copyOf(bells);
            bells.clear();
            return taken;
        } finally {
            lock.unlock();
        }
    }
}
