package dev.pawl.tool.sandbox.spawn;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.pawl.tool.system.Libc;
import dev.pawl.tool.system.Syscall;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.concurrent.locks.ReentrantLock;

/// The terminal of this process, on its first stream: its mode, its size, and its keys.
///
/// One thread may read while others do the rest.
public final class ControllingTerminal {
    private static final long TCGETS = 0x5401;
    private static final long TCSETS = 0x5402;
    private static final long TIOCGWINSZ = 0x5413;
    private static final int STDIN = 0;
    private static final short POLLIN = 1;
    private static final long SIGTSTP = 20;
    /// `struct termios` of the kernel: four words of flags, a line discipline, 19 characters.
    private static final int TERMIOS = 36;
    private static final int INPUT = 0;
    private static final int OUTPUT = 4;
    private static final int LOCAL = 12;
    private static final int VTIME = 17 + 5;
    private static final int VMIN = 17 + 6;
    /// BRKINT, PARMRK, ISTRIP, INLCR, IGNCR, ICRNL, IXON.
    private static final int COOKED_INPUT = 02 | 010 | 040 | 0100 | 0200 | 0400 | 02000;
    private static final int OPOST = 01;
    /// ISIG, ICANON, ECHO, ECHONL, IEXTEN.
    private static final int COOKED_LOCAL = 01 | 02 | 010 | 0100 | 0100000;

    private final byte[] found;
    private final byte[] raw;
    private final int wakeRead;
    private final int wakeWrite;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment room = arena.allocate(1 << 16, 8);
    private final MemorySegment polled = arena.allocate(32, 8);
    private final MemorySegment patience = arena.allocate(16, 8);
    private final ReentrantLock writing = new ReentrantLock();
    private boolean closed;

    private ControllingTerminal(byte[] found, int wakeRead, int wakeWrite) {
        this.found = found;
        this.raw = rawOf(found);
        this.wakeRead = wakeRead;
        this.wakeWrite = wakeWrite;
    }

    /// @throws IOException when the first stream is not a terminal, or the machine is not Linux
    public static ControllingTerminal open() throws IOException {
        if (!Syscall.areKnown()) throw new IOException("the terminal can be used on Linux only");
        try (var arena = Arena.ofConfined()) {
            var pipe = arena.allocate(JAVA_INT, 2);
            Libc.must("no pipe", Libc.syscall(Syscall.PIPE2, pipe.address(), 02000000 | 04000));
            return new ControllingTerminal(mode(), pipe.get(JAVA_INT, 0), pipe.get(JAVA_INT, 4));
        }
    }

    private static byte[] mode() throws IOException {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(64, 8);
            Libc.must("not a terminal", Libc.syscall(Syscall.IOCTL, STDIN, TCGETS, state.address()));
            return state.asSlice(0, TERMIOS).toArray(JAVA_BYTE);
        }
    }

    private static void set(byte[] mode) {
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(64, 8);
            MemorySegment.copy(mode, 0, state, JAVA_BYTE, 0, TERMIOS);
            Libc.syscall(Syscall.IOCTL, STDIN, TCSETS, state.address());
        }
    }

    private static byte[] rawOf(byte[] found) {
        var state = MemorySegment.ofArray(found.clone());
        state.set(JAVA_INT_UNALIGNED, INPUT, state.get(JAVA_INT_UNALIGNED, INPUT) & ~COOKED_INPUT);
        state.set(JAVA_INT_UNALIGNED, OUTPUT, state.get(JAVA_INT_UNALIGNED, OUTPUT) & ~OPOST);
        state.set(JAVA_INT_UNALIGNED, LOCAL, state.get(JAVA_INT_UNALIGNED, LOCAL) & ~COOKED_LOCAL);
        state.set(JAVA_BYTE, VTIME, (byte) 0);
        state.set(JAVA_BYTE, VMIN, (byte) 1);
        return state.toArray(JAVA_BYTE);
    }

    /// Keys come one by one, unseen, Ctrl-C too.
    public void raw() {
        set(raw);
    }

    /// The mode it was found in.
    public void cooked() {
        set(found);
    }

    /// Whether the mode is still the one of [#raw]: a shell that had the terminal meanwhile has
    /// changed it.
    public boolean isRaw() {
        try {
            return Arrays.equals(mode(), raw);
        } catch (IOException gone) {
            return true;
        }
    }

    /// Rows and columns; zeros when the terminal does not say.
    public int[] size() {
        return sizeOf(STDIN);
    }

    /// The same of the terminal behind any stream; zeros when there is none.
    public static int[] sizeOf(int stream) {
        if (!Syscall.areKnown()) return new int[] {0, 0};
        try (var arena = Arena.ofConfined()) {
            var size = arena.allocate(8, 8);
            Libc.syscall(Syscall.IOCTL, stream, TIOCGWINSZ, size.address());
            return new int[] {size.get(JAVA_SHORT, 0) & 0xFFFF, size.get(JAVA_SHORT, 2) & 0xFFFF};
        }
    }

    /// Waits for keys.
    ///
    /// @param millis how long, negative for ever
    /// @return how many bytes came, 0 for none, -1 when the terminal is gone
    public int read(byte[] into, int millis) {
        pollfd(0, STDIN);
        pollfd(8, wakeRead);
        patience.set(JAVA_LONG, 0, millis / 1000);
        patience.set(JAVA_LONG, 8, millis % 1000 * 1_000_000L);
        var seen = Libc.syscall(Syscall.PPOLL, polled.address(), 2, millis < 0 ? 0 : patience.address(), 0, 0);
        if (seen.failed() || seen.value() == 0) return 0;
        if (polled.get(JAVA_SHORT, 14) != 0) {
            Libc.syscall(Syscall.READ, wakeRead, room.address(), 64);
            return 0;
        }
        var got = Libc.syscall(Syscall.READ, STDIN, room.address(), Math.min(into.length, 1 << 16));
        if (got.failed()) return got.errno() == Libc.EINTR || got.errno() == Libc.EAGAIN ? 0 : -1;
        if (got.value() == 0) return -1;
        MemorySegment.copy(room, JAVA_BYTE, 0, into, 0, (int) got.value());
        return (int) got.value();
    }

    private void pollfd(int at, int fd) {
        polled.set(JAVA_INT, at, fd);
        polled.set(JAVA_SHORT, at + 4L, POLLIN);
        polled.set(JAVA_SHORT, at + 6L, (short) 0);
    }

    /// Lets a waiting [#read] return.
    public void wake() {
        writing.lock();
        try (var arena = Arena.ofConfined()) {
            if (!closed)
                Libc.syscall(Syscall.WRITE, wakeWrite, arena.allocate(1).address(), 1);
        } finally {
            writing.unlock();
        }
    }

    /// Stops this process as Ctrl-Z does; returns when it goes on. Does nothing where no shell
    /// could let it go on. The signal is for this thread, so that it does not run on meanwhile.
    public void stopSelf() {
        var thread = Libc.syscall(Syscall.GETTID).value();
        Libc.syscall(Syscall.TGKILL, ProcessHandle.current().pid(), thread, SIGTSTP);
    }

    /// For when nothing reads any more.
    public void close() {
        writing.lock();
        try {
            if (closed) return;
            closed = true;
            Libc.syscall(Syscall.CLOSE, wakeRead);
            Libc.syscall(Syscall.CLOSE, wakeWrite);
        } finally {
            writing.unlock();
        }
    }
}
