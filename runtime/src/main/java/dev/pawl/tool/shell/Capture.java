package dev.pawl.tool.shell;

import dev.pawl.agent.Tool;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Reads a command's output as fast as it comes, so that the command never waits for us, and hands
/// pieces of it on for as long as it runs: also when the call that started it has long been
/// answered. A watcher who is slow or who has seen enough misses pieces; what is kept for the
/// result does not depend on the watcher.
final class Capture {
    private static final int KEPT_BYTES = 1 << 20;
    private static final int PIECE_BYTES = 8192;
    private static final int MOST_PIECES = 10_000;
    private static final int WAITING_PIECES = 64;
    private static final int MOMENTS = 20;

    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private final Tool.Output watcher;
    private final ArrayDeque<String> waiting = new ArrayDeque<>();
    private HeadTail kept = new HeadTail(KEPT_BYTES);
    private int offered;
    private boolean telling;
    private boolean closed;
    private boolean exited;
    private boolean begun;
    private InputStream source = InputStream.nullInputStream();

    Capture(Tool.Output watcher) {
        this.watcher = watcher;
    }

    /// Reads on a thread of its own: reading a pipe would hold a virtual thread's carrier.
    void read(InputStream output) {
        source = output;
        Thread.ofPlatform().daemon().name("command output").start(() -> copy(output));
        Thread.ofVirtual().name("command watcher").start(this::tell);
    }

    private void copy(InputStream output) {
        var buffer = new byte[PIECE_BYTES];
        var decoder = StandardCharsets.UTF_8
                .newDecoder()
                .onMalformedInput(CodingErrorAction.REPLACE)
                .onUnmappableCharacter(CodingErrorAction.REPLACE);
        var undecoded = ByteBuffer.allocate(PIECE_BYTES + 8);
        change(() -> begun = true);
        try (output) {
            for (var n = output.read(buffer); n >= 0; n = output.read(buffer)) keep(buffer, n, decoder, undecoded);
        } catch (IOException gone) {
            // The pipe was closed under us when the command ended: what was read is what there is.
        } finally {
            change(() -> closed = true);
        }
    }

    private void keep(byte[] buffer, int length, CharsetDecoder decoder, ByteBuffer undecoded) {
        change(() -> {
            kept.write(buffer, length);
            if (offered >= MOST_PIECES) return;
            var piece = decode(buffer, length, decoder, undecoded);
            if (piece.isEmpty() || waiting.size() >= WAITING_PIECES) return;
            waiting.add(piece);
            offered++;
        });
    }

    /// The bytes as text; the bytes of a character that is not complete wait for the rest of it.
    private static String decode(byte[] buffer, int length, CharsetDecoder decoder, ByteBuffer undecoded) {
        undecoded.put(buffer, 0, length).flip();
        var text = CharBuffer.allocate(length + 8);
        decoder.decode(undecoded, text, false);
        undecoded.compact();
        return text.flip().toString();
    }

    /// Hands pieces on until there are no more.
    private void tell() {
        for (var piece = next(); piece.isPresent(); piece = next()) watcher.write(piece.get());
        watcher.flush();
    }

    /// Has the watcher tell what it holds back: a prompt, say, that waits for somebody to type.
    void flush() {
        watcher.flush();
    }

    private Optional<String> next() {
        lock.lock();
        try {
            telling = false;
            changed.signalAll();
            while (waiting.isEmpty() && !closed) changed.awaitUninterruptibly();
            telling = !waiting.isEmpty();
            return Optional.ofNullable(waiting.poll());
        } finally {
            lock.unlock();
        }
    }

    boolean hasExited() {
        lock.lock();
        try {
            return exited;
        } finally {
            lock.unlock();
        }
    }

    void exited() {
        change(() -> exited = true);
    }

    /// False when the deadline came first.
    boolean awaitExit(long deadlineNanos) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (!exited) {
                var left = deadlineNanos - System.nanoTime();
                if (left <= 0 || changed.awaitNanos(left) <= 0) return exited;
            }
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Waits for the end of the output, and until it was handed on, but no longer than a moment
    /// after the last byte came, and than a few moments in all: a process in the background may
    /// hold it open.
    void settle(long millis) throws InterruptedException {
        var left = TimeUnit.MILLISECONDS.toNanos(millis);
        lock.lockInterruptibly();
        try {
            var seen = kept.size();
            var end = System.nanoTime() + MOMENTS * left;
            while (!(closed && waiting.isEmpty() && !telling) && left > 0) {
                left = changed.awaitNanos(left);
                var comes = kept.size() > seen || (left <= 0 && isBehind());
                if (comes) left = Math.min(TimeUnit.MILLISECONDS.toNanos(millis), end - System.nanoTime());
                seen = kept.size();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Whether the reader has not had the processor yet: a busy machine must not lose output.
    private boolean isBehind() {
        try {
            return !begun || (!closed && source.available() > 0);
        } catch (IOException gone) {
            return false;
        }
    }

    /// What came since this was asked last; it is forgotten here.
    String take() {
        lock.lock();
        try {
            var text = kept.text();
            kept = new HeadTail(KEPT_BYTES);
            return text;
        } finally {
            lock.unlock();
        }
    }

    private void change(Runnable change) {
        lock.lock();
        try {
            change.run();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }
}
