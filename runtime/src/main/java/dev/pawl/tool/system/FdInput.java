package dev.pawl.tool.system;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads a file descriptor of our own. For one thread; the end of a terminal is the end of input.
public final class FdInput extends InputStream {
    private static final int ROOM = 1 << 16;
    private static final short POLLIN = 1;

    private final int fd;
    private final Runnable onClose;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment room = arena.allocate(ROOM, Integer.BYTES);
    private boolean closed;

    /// @param onClose what closes the descriptor
    public FdInput(int fd, Runnable onClose) {
        this.fd = fd;
        this.onClose = onClose;
    }

    @Override
    public int read() throws IOException {
        var one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) return 0;
        while (true) {
            var got = Libc.syscall(Syscall.READ, fd, room.address(), Math.min(length, ROOM));
            if (got.failed() && got.errno() == Libc.EINTR) continue;
            if (got.failed() && got.errno() == Libc.EAGAIN) {
                awaitMore();
                continue;
            }
            // A terminal whose last process has gone answers with an error, not with an end.
            if (got.value() == 0 || (got.failed() && got.errno() == Libc.EIO)) return -1;
            var count = (int) Libc.must("read", got);
            MemorySegment.copy(room, ValueLayout.JAVA_BYTE, 0, bytes, offset, count);
            return count;
        }
    }

    /// Until there is something to read, or nothing will be.
    private void awaitMore() throws IOException {
        // struct pollfd: the descriptor, what is waited for, what came.
        room.set(ValueLayout.JAVA_INT, 0, fd);
        room.set(ValueLayout.JAVA_SHORT, 4, POLLIN);
        room.set(ValueLayout.JAVA_SHORT, 6, (short) 0);
        var seen = Libc.syscall(Syscall.PPOLL, room.address(), 1, 0, 0, 0);
        if (seen.failed() && seen.errno() != Libc.EINTR) Libc.must("poll", seen);
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        onClose.run();
        arena.close();
    }
}
