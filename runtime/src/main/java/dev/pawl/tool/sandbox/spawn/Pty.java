package dev.pawl.tool.sandbox.spawn;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.pawl.tool.system.FdInput;
import dev.pawl.tool.system.Libc;
import dev.pawl.tool.system.Syscall;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
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
    /// Read and write, not as our own terminal, closed on exec, and never blocking: a call into C
    /// that waits holds a virtual thread's carrier and is deaf to interrupts.
    private static final long MODE = 02 | 0400 | 02000000 | 04000;

    private static final int MOST_AT_ONCE = 4096;
    private static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration FOR_EVER = Duration.ofNanos(Long.MAX_VALUE);
    private static final Duration PAUSE = Duration.ofMillis(5);

    private final int fd;
    private final Path name;
    private final ReentrantLock lock = new ReentrantLock();
    private final ReentrantLock typing = new ReentrantLock();
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
                            MODE));
            var number = arena.allocate(JAVA_INT);
            Libc.must("no terminal", Libc.syscall(Syscall.IOCTL, fd, TIOCSPTLCK, number.address()));
            Libc.must("no terminal", Libc.syscall(Syscall.IOCTL, fd, TIOCGPTN, number.address()));
            var pty = new Pty(fd, Path.of("/dev/pts/" + number.get(JAVA_INT, 0)));
            pty.resize(rows, columns);
            return pty;
        }
    }

    /// The command's end.
    public Path name() {
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
    public InputStream output() {
        return new FdInput(fd, this::close);
    }

    /// Types. Waits when the command does not read what it is given, but not for ever.
    ///
    /// @throws IOException that says how much was taken, when not all was, or after an interrupt,
    ///         which is kept
    public void type(byte[] keys) throws IOException {
        type(keys, PATIENCE);
    }

    /// The same for as long as the command takes to read; for a thread that has nothing else to do.
    public void typeAll(byte[] keys) throws IOException {
        type(keys, FOR_EVER);
    }

    /// @param patience how long to wait while the command takes nothing at all
    void type(byte[] keys, Duration patience) throws IOException {
        var done = 0;
        try {
            typing.lockInterruptibly();
            try {
                for (var last = System.nanoTime(); done < keys.length; ) {
                    var taken = offer(keys, done);
                    done += taken;
                    if (taken > 0) last = System.nanoTime();
                    else if (System.nanoTime() - last < patience.toNanos()) Thread.sleep(PAUSE);
                    else throw new IOException("the command does not read: it " + took(done, keys));
                }
            } finally {
                typing.unlock();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted: the command " + took(done, keys));
        }
    }

    private static String took(int done, byte[] keys) {
        return "took " + done + " of " + keys.length + " bytes";
    }

    /// How many of the keys from there on the terminal takes now; it may be none.
    private int offer(byte[] keys, int from) throws IOException {
        var count = Math.min(keys.length - from, MOST_AT_ONCE);
        lock.lock();
        try (var arena = Arena.ofConfined()) {
            if (closed) throw new IOException("the terminal is closed");
            var bytes = arena.allocate(count);
            MemorySegment.copy(keys, from, bytes, JAVA_BYTE, 0, count);
            var wrote = Libc.syscall(Syscall.WRITE, fd, bytes.address(), count);
            var later = wrote.failed() && (wrote.errno() == Libc.EINTR || wrote.errno() == Libc.EAGAIN);
            return later ? 0 : (int) Libc.must("the terminal is closed", wrote);
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
