package dev.pawl.tool.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.concurrent.locks.ReentrantLock;

/// A terminal of our own for a command: we hold one end, the command gets the other by its name.
///
/// We never open the command's end: a process without a terminal that leads its session would get
/// it as its own.
public final class Pty {
    private static final Path MASTERS = Path.of("/dev/ptmx");
    private static final long TIOCGPTN = 0x80045430L;
    private static final long TIOCSPTLCK = 0x40045431L;
    private static final long TIOCSWINSZ = 0x5414;
    private static final long AT_FDCWD = -100;
    private static final long READ_WRITE_NO_TERMINAL_CLOSED_ON_EXEC = 02 | 0400 | 02000000;

    private final int fd;
    private final Path name;
    private final ReentrantLock lock = new ReentrantLock();
    private boolean closed;

    private Pty(int fd, Path name) {
        this.fd = fd;
        this.name = name;
    }

    /// @throws IOException when this machine has no terminals to give
    public static Pty open(int rows, int columns) throws IOException {
        if (!Syscall.areKnown()) throw new IOException("terminals for commands work on Linux only");
        try (var arena = Arena.ofConfined()) {
            var fd = (int) Libc.must(
                    "no terminal",
                    Libc.syscall(
                            Syscall.OPENAT,
                            AT_FDCWD,
                            arena.allocateFrom(MASTERS.toString()).address(),
                            READ_WRITE_NO_TERMINAL_CLOSED_ON_EXEC));
            var number = arena.allocate(JAVA_INT);
            Libc.must("no terminal", Libc.syscall(Syscall.IOCTL, fd, TIOCSPTLCK, number.address()));
            Libc.must("no terminal", Libc.syscall(Syscall.IOCTL, fd, TIOCGPTN, number.address()));
            var pty = new Pty(fd, Path.of("/dev/pts/" + number.get(JAVA_INT, 0)));
            pty.resize(rows, columns);
            return pty;
        }
    }

    /// The command's end.
    Path name() {
        return name;
    }

    public void resize(int rows, int columns) {
        try (var arena = Arena.ofConfined()) {
            var size = arena.allocate(8, 8);
            size.set(JAVA_SHORT, 0, (short) rows);
            size.set(JAVA_SHORT, 2, (short) columns);
            Libc.syscall(Syscall.IOCTL, fd, TIOCSWINSZ, size.address());
        }
    }

    /// What the command shows. Closing it closes our end.
    InputStream output() {
        return new FdInput(fd, this::close);
    }

    /// Types. Blocks when the command does not read what it is given.
    public void type(byte[] keys) throws IOException {
        lock.lock();
        try (var arena = Arena.ofConfined()) {
            if (closed) throw new IOException("the terminal is closed");
            var bytes = arena.allocate(Math.max(1, keys.length));
            MemorySegment.copy(keys, 0, bytes, JAVA_BYTE, 0, keys.length);
            for (var done = 0L; done < keys.length; ) {
                var wrote = Libc.syscall(Syscall.WRITE, fd, bytes.address() + done, keys.length - done);
                if (wrote.failed() && wrote.errno() == Libc.EINTR) continue;
                done += Libc.must("the terminal is closed", wrote);
            }
        } finally {
            lock.unlock();
        }
    }

    /// Closes our end. The number may be another file's a moment later, so nobody types after this.
    public void close() {
        lock.lock();
        try {
            if (!closed) Libc.syscall(Syscall.CLOSE, fd);
            closed = true;
        } finally {
            lock.unlock();
        }
    }
}
