package dev.pawl.tool.sandbox;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Reads a file descriptor of our own. For one thread; the end of a terminal is the end of input.
final class FdInput extends InputStream {
    private static final int ROOM = 1 << 16;

    private final int fd;
    private final Runnable onClose;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment room = arena.allocate(ROOM);
    private boolean closed;

    /// @param onClose what closes the descriptor
    FdInput(int fd, Runnable onClose) {
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
            // A terminal whose last process has gone answers with an error, not with an end.
            if (got.value() == 0 || (got.failed() && got.errno() == Libc.EIO)) return -1;
            var count = (int) Libc.must("read", got);
            MemorySegment.copy(room, ValueLayout.JAVA_BYTE, 0, bytes, offset, count);
            return count;
        }
    }

    @Override
    public void close() {
        if (closed) return;
        closed = true;
        onClose.run();
        arena.close();
    }
}
