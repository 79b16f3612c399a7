package dev.pawl.tool.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import dev.pawl.tool.sandbox.boundary.Descriptor;
import dev.pawl.tool.system.Libc;
import dev.pawl.tool.system.Syscall;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/// The kernel's rules for the calling thread and all it will start: which files, and no signals and
/// no abstract sockets to anybody outside. There is no way back, so such a thread is thrown away.
final class Landlock {
    /// The first version that can keep signals in.
    static final int NEEDED = 6;

    private static final int NO_NEW_PRIVILEGES = 38;
    private static final int DROP_CAPABILITY = 24;
    private static final int CAPABILITIES = 64;
    private static final int SET_SECCOMP = 22;
    private static final int WITH_FILTER = 2;
    private static final int VERSION = 1;
    private static final int PATH_BENEATH = 1;
    private static final long SCOPES = 0b11;

    private static final long EXECUTE = 1;
    private static final long WRITE_FILE = 1 << 1;
    private static final long READ_FILE = 1 << 2;
    private static final long READ_FOLDER = 1 << 3;
    private static final long TRUNCATE = 1 << 14;
    private static final long DEVICE_CONTROL = 1 << 15;
    private static final long ALL = (1 << 16) - 1;
    private static final long MAKE_DEVICES = 1 << 6 | 1 << 11;
    private static final long OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CONTROL;

    static final long READ = EXECUTE | READ_FILE | READ_FOLDER;
    static final long LIST = READ_FOLDER;
    static final long WRITE = ALL & ~MAKE_DEVICES & ~DEVICE_CONTROL;
    static final long TERMINAL = READ_FILE | WRITE_FILE | DEVICE_CONTROL;
    static final long DEVICE = READ_FILE | WRITE_FILE | TRUNCATE;

    private final int fd;

    private Landlock(int fd) {
        this.fd = fd;
    }

    /// The version the running kernel has; below 1 for none.
    static int version() {
        var version = Libc.syscall(Syscall.LANDLOCK_CREATE_RULESET, 0, 0, VERSION);
        return version.failed() ? 0 : (int) version.value();
    }

    /// Rules that allow nothing yet.
    static Landlock begin() throws IOException {
        return create(ALL);
    }

    private static Landlock create(long handled) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var rules = arena.allocate(24, 8);
            rules.set(JAVA_LONG, 0, handled);
            rules.set(JAVA_LONG, 16, SCOPES);
            return new Landlock(
                    (int) Libc.must("Landlock", Libc.syscall(Syscall.LANDLOCK_CREATE_RULESET, rules.address(), 24, 0)));
        }
    }

    /// Allows something on a path and below. What is not there any more is left out.
    void allow(Path path, long rights) throws IOException {
        try (var opened = Descriptor.open(path)) {
            allow(opened, rights);
        } catch (NoSuchFileException gone) {
            // Nothing to allow.
        }
    }

    /// Allows something on an open file or folder, and below it.
    void allow(Descriptor opened, long rights) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var rule = arena.allocate(12, 8);
            rule.set(JAVA_LONG, 0, opened.isFolder() ? rights : rights & OF_FILES);
            rule.set(JAVA_INT, 8, opened.number());
            Libc.must(
                    "Landlock refuses " + opened.shown(),
                    Libc.syscall(Syscall.LANDLOCK_ADD_RULE, fd, PATH_BENEATH, rule.address(), 0));
        }
    }

    /// From now on the calling thread and its children keep to the rules, have no capability and
    /// can gain none.
    void enter() throws IOException {
        try {
            Libc.must("no new privileges", Libc.syscall(Syscall.PRCTL, NO_NEW_PRIVILEGES, 1, 0, 0, 0));
            for (var each = 0; each < CAPABILITIES; each++) {
                Libc.syscall(Syscall.PRCTL, DROP_CAPABILITY, each, 0, 0, 0); // root has some to drop
            }
            Libc.must("Landlock", Libc.syscall(Syscall.LANDLOCK_RESTRICT_SELF, fd, 0));
        } finally {
            close();
        }
    }

    /// A circle within the circle: who is in it cannot signal those around it.
    static void enterInner() throws IOException {
        var inner = create(0);
        try {
            Libc.must("Landlock", Libc.syscall(Syscall.LANDLOCK_RESTRICT_SELF, inner.fd, 0));
        } finally {
            inner.close();
        }
    }

    /// Puts the filter on the calling thread and its children.
    static void filter(byte[] program) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var code = arena.allocate(program.length, 8);
            MemorySegment.copy(program, 0, code, JAVA_BYTE, 0, program.length);
            var filter = arena.allocate(16, 8);
            filter.set(JAVA_SHORT, 0, (short) (program.length / 8));
            filter.set(JAVA_LONG, 8, code.address());
            Libc.must("seccomp", Libc.syscall(Syscall.PRCTL, SET_SECCOMP, WITH_FILTER, filter.address(), 0, 0));
        }
    }

    void close() {
        Libc.syscall(Syscall.CLOSE, fd);
    }
}
