package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Messages on their way to one client. Safe for use by many threads.
///
/// Bounded: a client that does not read is cut off, or, where it is the only one there can be,
/// waited for.
final class Outbox {
    /// What happens when it is full.
    enum WhenFull {
        WAIT,
        CUT
    }

    private static final int MOST = 32_768;
    private static final long MOST_BYTES = 64L * 1024 * 1024;
    private static final int BATCH = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> messages = new ArrayDeque<>();
    private final WhenFull whenFull;
    private final Runnable cut;
    private boolean closed;
    private long bytes;

    /// @param cut ends the connection; called once when the client is too slow
    Outbox(WhenFull whenFull, Runnable cut) {
        this.whenFull = whenFull;
        this.cut = cut;
    }

    static byte[] bytes(String message) {
        return message.getBytes(UTF_8);
    }

    void add(byte[] message) {
        lock.lock();
        try {
            while (!closed && isFull() && whenFull == WhenFull.WAIT) changed.awaitUninterruptibly();
            if (closed) return;
            if (isFull()) {
                closed = true;
                messages.clear();
                changed.signalAll();
            } else {
                messages.add(message);
                bytes += message.length;
                if (messages.size() == 1) changed.signalAll();
                return;
            }
        } finally {
            lock.unlock();
        }
        cut.run();
    }

    private boolean isFull() {
        return messages.size() >= MOST || bytes >= MOST_BYTES;
    }

    /// The next messages, in order; waits for the first. Empty when there will be none.
    List<byte[]> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (messages.isEmpty() && !closed) changed.await();
            var batch = new ArrayList<byte[]>(Math.min(BATCH, messages.size()));
            while (batch.size() < BATCH && !messages.isEmpty()) {
                var message = messages.remove();
                bytes -= message.length;
                batch.add(message);
            }
            if (whenFull == WhenFull.WAIT) changed.signalAll();
            return batch;
        } finally {
            lock.unlock();
        }
    }

    boolean isEmpty() {
        lock.lock();
        try {
            return messages.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// What is in it can still be taken; nothing is added any more.
    void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
