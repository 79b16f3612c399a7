package dev.pawl.appserver.rpc;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Messages on their way to one client. Safe for use by many threads.
///
/// Bounded: a client that does not read is cut off, or, where it is the only one there can be,
/// waited for.
public final class ClientOutbox {
    /// What happens when it is full.
    public enum WhenFull {
        WAIT,
        CUT
    }

    private static final int MOST = 32_768;
    static final long MOST_BYTES = 64L * 1024 * 1024;
    private static final int BATCH = 512;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ArrayDeque<byte[]> messages = new ArrayDeque<>();
    private final WhenFull whenFull;
    private final Runnable cut;
    private final long mostBytes;
    private boolean closed;
    private long bytes;

    /// @param cut ends the connection; called once when the client is too slow
    public ClientOutbox(WhenFull whenFull, Runnable cut) {
        this(whenFull, cut, MOST_BYTES);
    }

    /// @param mostBytes how far the client may be behind
    public ClientOutbox(WhenFull whenFull, Runnable cut, long mostBytes) {
        this.whenFull = whenFull;
        this.cut = cut;
        this.mostBytes = mostBytes;
    }

    public static byte[] bytes(String message) {
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
        return messages.size() >= MOST || bytes >= mostBytes;
    }

    /// The next messages, in order; waits for the first. Empty when there will be none.
    public List<byte[]> take() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (messages.isEmpty() && !closed) changed.await();
            return batch();
        } finally {
            lock.unlock();
        }
    }

    /// The same, for a while only: empty too when there is none yet.
    public List<byte[]> poll(Duration patience) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var left = patience.toNanos();
            while (messages.isEmpty() && !closed && left > 0) left = changed.awaitNanos(left);
            return batch();
        } finally {
            lock.unlock();
        }
    }

    private List<byte[]> batch() {
        var batch = new ArrayList<byte[]>(Math.min(BATCH, messages.size()));
        while (batch.size() < BATCH && !messages.isEmpty()) {
            var message = messages.remove();
            bytes -= message.length;
            batch.add(message);
        }
        if (whenFull == WhenFull.WAIT) changed.signalAll();
        return batch;
    }

    /// Whether there will be nothing more.
    public boolean isOver() {
        lock.lock();
        try {
            return closed && messages.isEmpty();
        } finally {
            lock.unlock();
        }
    }

    /// What is in it can still be taken; nothing is added any more.
    public void close() {
        lock.lock();
        try {
            closed = true;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
