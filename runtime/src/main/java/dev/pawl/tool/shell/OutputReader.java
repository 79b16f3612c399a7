package dev.pawl.tool.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// What a program writes to one stream, up to a bound; all of it is read, so that the program never
/// waits.
/// Safe for use by many threads.
final class OutputReader {
    private static final int PIECE_BYTES = 8192;
    private static final long MOMENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final int MOMENTS = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
    private final int mostBytes;
    private long pieces;
    private boolean closed;

    private OutputReader(int mostBytes) {
        this.mostBytes = mostBytes;
    }

    /// Reads on a thread of its own: reading a pipe would hold a virtual thread's carrier.
    static OutputReader of(InputStream from, int mostBytes) {
        var reader = new OutputReader(mostBytes);
        Thread.ofPlatform().daemon().name("program output").start(() -> reader.listen(from));
        return reader;
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
            kept.write(buffer, 0, Math.min(count, mostBytes - kept.size()));
            pieces++;
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// What was written by a program that is over. Waits for the end of the stream, but no longer
    /// than a moment after the last piece came, and than a few moments in all: what the program
    /// left in the background may hold it open.
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
