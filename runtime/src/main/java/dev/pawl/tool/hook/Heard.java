package dev.pawl.tool.hook;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What a hook says on one stream, up to a bound; all of it is read, so that the hook never waits.
/// Safe for use by many threads.
final class Heard {
    private static final int MOST_BYTES = 256 * 1024;
    private static final int PIECE_BYTES = 8192;
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOMENTS = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private long pieces;
    private boolean closed;

    private Heard() {}

    /// Reads on a thread of its own: reading a pipe would hold a virtual thread's carrier.
    static Heard of(InputStream from) {
        var heard = new Heard();
        Thread.ofPlatform().daemon().name("hook output").start(() -> heard.listen(from));
        return heard;
    }

    private void listen(InputStream from) {
        var buffer = new byte[PIECE_BYTES];
        try (from) {
            for (var count = from.read(buffer); count >= 0; count = from.read(buffer)) keep(buffer, count);
        } catch (IOException gone) {
            // Closed under us: what was read is what there is.
        } finally {
            lock.lock();
            try {
                closed = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    private void keep(byte[] buffer, int count) {
        lock.lock();
        try {
            kept.write(buffer, 0, Math.min(count, MOST_BYTES - kept.size()));
            pieces++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// What was said by a hook that is over. Waits for the end of the stream, but no longer than a
    /// moment after the last piece came, and than a few moments in all: what the hook left in the
    /// background may hold it open.
    String text() throws InterruptedException {
        lock.lockInterruptibly();
        try {
            var end = System.nanoTime() + MOMENTS * MOMENT_NANOS;
            var left = MOMENT_NANOS;
            while (!closed && left > 0) {
                var seen = pieces;
                left = changed.awaitNanos(left);
                if (pieces > seen) left = Math.min(MOMENT_NANOS, end - System.nanoTime());
            }
            return kept.toString(UTF_8);
        } finally {
            lock.unlock();
        }
    }
}
