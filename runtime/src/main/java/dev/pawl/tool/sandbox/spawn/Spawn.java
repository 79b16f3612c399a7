package dev.pawl.tool.sandbox.spawn;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import dev.pawl.tool.system.FdInput;
import dev.pawl.tool.system.FdOutput;
import dev.pawl.tool.system.Libc;
import dev.pawl.tool.system.Syscall;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Starts a program by `posix_spawn` on the calling thread, which the child then has for a parent
/// and whose restrictions it inherits. The child leads a session of its own, has the files it is
/// given and no other, and default signals.
///
/// Not by [ProcessBuilder]: it starts threads of the JVM from the calling one, and those would
/// inherit the restrictions too.
public final class Spawn {
    private static final int ATTRIBUTE_BYTES = 1024;
    private static final int SIGNAL_BYTES = 128;
    private static final short MASK_DEFAULT_SESSION = 0x08 | 0x04 | 0x80;
    private static final int CLOSED_ON_EXEC = 02000000;
    private static final int NO_TERMINAL = 0400;
    private static final int READ_WRITE = 02;
    private static final int FIRST_EXTRA = 3;

    private static final MemorySegment ACTIONS = Libc.symbol("posix_spawn_file_actions_init");
    private static final MemorySegment OPEN = Libc.symbol("posix_spawn_file_actions_addopen");
    private static final MemorySegment DUPLICATE = Libc.symbol("posix_spawn_file_actions_adddup2");
    private static final MemorySegment FOLDER = Libc.symbol("posix_spawn_file_actions_addchdir_np");
    private static final MemorySegment CLOSE_FROM = Libc.symbol("posix_spawn_file_actions_addclosefrom_np");
    private static final MemorySegment ACTIONS_GONE = Libc.symbol("posix_spawn_file_actions_destroy");
    private static final MemorySegment ATTRIBUTES = Libc.symbol("posix_spawnattr_init");
    private static final MemorySegment FLAGS = Libc.symbol("posix_spawnattr_setflags");
    private static final MemorySegment MASK = Libc.symbol("posix_spawnattr_setsigmask");
    private static final MemorySegment DEFAULTS = Libc.symbol("posix_spawnattr_setsigdefault");
    private static final MemorySegment START = Libc.symbol("posix_spawn");

    private Spawn() {}

    /// Whether this C library can do what is needed here; an older one would leak our files.
    public static boolean isPossible() {
        return Syscall.areKnown()
                && Libc.has("posix_spawn_file_actions_addclosefrom_np")
                && Libc.has("posix_spawn_file_actions_addchdir_np");
    }

    /// What a child has for its input and output.
    public sealed interface Files {
        /// Nothing to read, both outputs to this pipe.
        record Output(int pipe) implements Files {}

        /// A terminal, taken as its own or only used.
        record Terminal(Path name, boolean own) implements Files {}

        /// Reads one pipe, and writes its outputs to two others.
        record Apart(int in, int out, int err) implements Files {}

        /// Reads one pipe and writes to the other.
        record Both(int in, int out) implements Files {}
    }

    /// What a child has beside its input and output, numbered from 3 on.
    ///
    /// @param descriptors of ours, each with a greater number than any that the child has
    /// @param file        opened after them
    public record Extra(List<Integer> descriptors, Optional<Path> file) {
        public static final Extra NONE = new Extra(List.of(), Optional.empty());
    }

    /// @param held a folder that the child enters on its way: without it nothing is started
    public record Plan(
            List<String> argv,
            Map<String, String> environment,
            Path folder,
            Files files,
            Extra extra,
            Optional<Path> held) {
        public Plan(List<String> argv, Map<String, String> environment, Path folder, Files files, Extra extra) {
            this(argv, environment, folder, files, extra, Optional.empty());
        }

        public Plan whileHeld(Optional<Path> place) {
            return new Plan(argv, environment, folder, files, extra, place);
        }
    }

    /// Starts it and says its pid.
    ///
    /// @throws IOException when there is no such program or no such folder
    public static int start(Plan plan) throws IOException {
        if (!Syscall.areKnown()) throw new IOException("only on Linux");
        try (var arena = Arena.ofConfined()) {
            var actions = arena.allocate(ATTRIBUTE_BYTES, 8);
            Libc.call(ACTIONS, actions.address());
            try {
                actions(arena, actions, plan);
                return start(arena, actions, plan);
            } finally {
                Libc.call(ACTIONS_GONE, actions.address());
            }
        }
    }

    private static int start(Arena arena, MemorySegment actions, Plan plan) throws IOException {
        var attributes = arena.allocate(ATTRIBUTE_BYTES, 8);
        var none = arena.allocate(SIGNAL_BYTES, 8);
        var all = arena.allocate(SIGNAL_BYTES, 8).fill((byte) 0xff);
        Libc.call(ATTRIBUTES, attributes.address());
        Libc.call(MASK, attributes.address(), none.address());
        Libc.call(DEFAULTS, attributes.address(), all.address());
        Libc.call(FLAGS, attributes.address(), MASK_DEFAULT_SESSION);
        var variables = plan.environment().entrySet().stream()
                .map(variable -> variable.getKey() + "=" + variable.getValue())
                .toList();
        var pid = arena.allocate(JAVA_INT);
        var errno = Libc.call(
                START,
                pid.address(),
                arena.allocateFrom(plan.argv().getFirst()).address(),
                actions.address(),
                attributes.address(),
                Libc.words(arena, plan.argv()).address(),
                Libc.words(arena, variables).address());
        if ((int) errno.value() != 0) throw new IOException(Libc.message((int) errno.value()));
        return pid.get(JAVA_INT, 0);
    }

    private static void actions(Arena arena, MemorySegment actions, Plan plan) {
        switch (plan.files()) {
            case Files.Output(var pipe) -> {
                open(arena, actions, 0, Path.of("/dev/null"), 0);
                Libc.call(DUPLICATE, actions.address(), pipe, 1);
                Libc.call(DUPLICATE, actions.address(), 1, 2);
            }
            case Files.Terminal(var name, var own) -> {
                open(arena, actions, 0, name, own ? READ_WRITE : READ_WRITE | NO_TERMINAL);
                Libc.call(DUPLICATE, actions.address(), 0, 1);
                Libc.call(DUPLICATE, actions.address(), 0, 2);
            }
            case Files.Apart(var in, var out, var err) -> {
                Libc.call(DUPLICATE, actions.address(), in, 0);
                Libc.call(DUPLICATE, actions.address(), out, 1);
                Libc.call(DUPLICATE, actions.address(), err, 2);
            }
            case Files.Both(var in, var out) -> {
                Libc.call(DUPLICATE, actions.address(), in, 0);
                Libc.call(DUPLICATE, actions.address(), out, 1);
                Libc.call(DUPLICATE, actions.address(), 1, 2);
            }
        }
        var next = FIRST_EXTRA;
        for (var descriptor : plan.extra().descriptors()) {
            Libc.call(DUPLICATE, actions.address(), descriptor, next);
            next++;
        }
        Libc.call(CLOSE_FROM, actions.address(), next);
        if (plan.extra().file().isPresent())
            open(arena, actions, next, plan.extra().file().get(), 0);
        // By the child itself, and last: we may be stopped anywhere before. No sandbox forbids it.
        plan.held().ifPresent(place -> enter(arena, actions, place));
        enter(arena, actions, plan.folder());
    }

    private static void enter(Arena arena, MemorySegment actions, Path folder) {
        Libc.call(
                FOLDER, actions.address(), arena.allocateFrom(folder.toString()).address());
    }

    private static void open(Arena arena, MemorySegment actions, int fd, Path file, int flags) {
        Libc.call(
                OPEN, actions.address(), fd, arena.allocateFrom(file.toString()).address(), flags, 0);
    }

    /// A pipe that no other child inherits: where it is read, where it is written.
    public record Pipe(int in, int out) {
        public static Pipe open() throws IOException {
            try (var arena = Arena.ofConfined()) {
                var both = arena.allocate(JAVA_INT, 2);
                Libc.must("no pipe", Libc.syscall(Syscall.PIPE2, both.address(), CLOSED_ON_EXEC));
                return new Pipe(both.getAtIndex(JAVA_INT, 0), both.getAtIndex(JAVA_INT, 1));
            }
        }

        public InputStream input() {
            return new FdInput(in, this::closeIn);
        }

        public OutputStream output() {
            return new FdOutput(out, this::closeOut);
        }

        public void closeIn() {
            Libc.syscall(Syscall.CLOSE, in);
        }

        public void closeOut() {
            Libc.syscall(Syscall.CLOSE, out);
        }
    }

    /// Blocks until the child has ended.
    public static int await(int pid) {
        try (var arena = Arena.ofConfined()) {
            var status = arena.allocate(JAVA_INT);
            while (true) {
                var ended = Libc.syscall(Syscall.WAIT4, pid, status.address(), 0, 0);
                if (ended.failed() && ended.errno() == Libc.EINTR) continue;
                if (ended.failed()) return 255; // somebody else took notice of its end
                var word = status.get(JAVA_INT, 0);
                return (word & 0x7f) == 0 ? (word >> 8) & 0xff : 128 + (word & 0x7f);
            }
        }
    }
}
