package dev.pawl.tool.system;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.ReentrantLock;

/// Writes to a file descriptor of our own. Blocks while nobody reads, and so should own its thread.
/// Safe for use by many threads.
public final class FdOutput extends OutputStream {
    private final int fd;
    private final Runnable onClose;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    /// @param onClose what closes the descriptor
    public FdOutput(int fd, Runnable onClose) {
        this.fd = fd;
        this.onClose = onClose;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        lock.lock();
        try (var arena = Arena.ofConfined()) {
            if (closed) throw new IOException("the input is closed");
            var room = arena.allocate(Math.max(1, length));
            MemorySegment.copy(bytes, offset, room, JAVA_BYTE, 0, length);
            for (var done = 0L; done < length; ) {
                var wrote = Libc.syscall(Syscall.WRITE, fd, room.address() + done, length - done);
                if (wrote.failed() && wrote.errno() == Libc.EINTR) continue;
                done += Libc.must("the command does not read any more", wrote);
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        lock.lock();
        try {
            if (!closed) onClose.run();
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
