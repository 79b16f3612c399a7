package dev.pawl.tool.sandbox;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/// An open file or folder that can be named but not read (`O_PATH`). It stays the same one whatever
/// happens to its name. No symbolic link is followed on the way to it.
public final class Descriptor implements AutoCloseable {
    private static final boolean ARM = Syscall.isArm();
    private static final int O_DIRECTORY = ARM ? 0x4000 : 0x10000;
    private static final int O_NOFOLLOW = ARM ? 0x8000 : 0x20000;
    private static final int O_PATH = 0x200000;
    private static final int O_CLOEXEC = 0x80000;
    private static final int AT_FDCWD = -100;
    private static final int NONE = -1;
    private static final int AT_EMPTY_PATH = 0x1000;
    /// The answer of `statx`: its size, and where in it the type of the file is.
    private static final long STATE_BYTES = 256;
    private static final long MODE = 28;
    private static final int TYPE = 1;
    private static final int TYPE_BITS = 0170000;
    private static final int FOLDER = 0040000;
    private static final int NO_LINKS = 0x04;
    private static final int BENEATH = 0x08;
    private static final int DUPLICATE_CLOSED_ON_EXEC = 1030;
    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int ENOTDIR = 20;
    private static final int ENOSYS = 38;
    private static final int ELOOP = 40;
    private static final Path ROOT = Path.of("/");

    private final int number;
    private final Path shown;

    private Descriptor(int number, Path shown) {
        this.number = number;
        this.shown = shown;
    }

    /// Opens an absolute path.
    ///
    /// @throws IOException when it is not there, or when a part of it is a symbolic link
    public static Descriptor open(Path path) throws IOException {
        if (!path.isAbsolute()) throw new IOException("not an absolute path: " + path);
        return open(AT_FDCWD, path, NO_LINKS, path);
    }

    /// Opens what lies below this folder.
    Descriptor below(Path relative) throws IOException {
        if (relative.isAbsolute() || !relative.normalize().equals(relative))
            throw new IOException("not a path below " + shown + ": " + relative);
        return open(number, relative, NO_LINKS | BENEATH, shown.resolve(relative));
    }

    private static Descriptor open(int folder, Path path, int resolve, Path shown) throws IOException {
        if (!Syscall.areKnown()) return named(shown);
        try (var arena = Arena.ofConfined()) {
            var how = arena.allocate(24, 8);
            how.set(JAVA_LONG, 0, O_PATH | O_CLOEXEC);
            how.set(JAVA_LONG, 16, resolve);
            var text = arena.allocateFrom(path.toString());
            var opened = Libc.syscall(Syscall.OPENAT2, folder, text.address(), how.address(), 24);
            if (!opened.failed()) return new Descriptor((int) opened.value(), shown);
            // An old kernel, or a container whose filter does not know the call.
            if (opened.errno() == ENOSYS || opened.errno() == EPERM) return walk(folder, path, shown);
            throw wrong(opened.errno(), shown);
        }
    }

    /// Elsewhere than on Linux: only checked, not held.
    private static Descriptor named(Path path) throws IOException {
        if (path.toRealPath().equals(path)) return new Descriptor(NONE, path);
        throw wrong(ELOOP, path);
    }

    /// One name after the other, each from the folder before it.
    private static Descriptor walk(int folder, Path path, Path shown) throws IOException {
        var at = path.isAbsolute() ? step(AT_FDCWD, ROOT, O_DIRECTORY, ROOT) : new Descriptor(folder, shown);
        for (var i = 0; i < path.getNameCount(); i++) {
            var isLast = i == path.getNameCount() - 1;
            try {
                var next = step(at.number, path.getName(i), isLast ? 0 : O_DIRECTORY, shown);
                if (at.number != folder) at.close();
                at = next;
            } catch (IOException wrong) {
                if (at.number != folder) at.close();
                throw wrong;
            }
        }
        if (!at.attributes().isSymbolicLink()) return at;
        at.close();
        throw wrong(ELOOP, shown);
    }

    private static Descriptor step(int folder, Path name, int flags, Path shown) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var opened = Libc.syscall(
                    Syscall.OPENAT,
                    folder,
                    arena.allocateFrom(name.toString()).address(),
                    O_PATH | O_CLOEXEC | O_NOFOLLOW | flags,
                    0);
            if (opened.failed()) throw wrong(opened.errno(), shown);
            return new Descriptor((int) opened.value(), shown);
        }
    }

    private static IOException wrong(int errno, Path path) {
        return switch (errno) {
            case ENOENT -> new NoSuchFileException(path.toString());
            case ENOTDIR -> new NotDirectoryException(path.toString());
            case ELOOP -> new IOException("a symbolic link lies on the way to " + path);
            default -> new IOException(path + ": " + Libc.message(errno));
        };
    }

    /// The same one once more, to be closed by itself.
    Descriptor copy() throws IOException {
        var copy = (int) Libc.must("no descriptor", Libc.syscall(Syscall.FCNTL, number, DUPLICATE_CLOSED_ON_EXEC, 0));
        return new Descriptor(copy, shown);
    }

    /// The same one under a number that is not below `least`.
    Descriptor atLeast(int least) throws IOException {
        if (number >= least) return this;
        var copy =
                (int) Libc.must("no descriptor", Libc.syscall(Syscall.FCNTL, number, DUPLICATE_CLOSED_ON_EXEC, least));
        close();
        return new Descriptor(copy, shown);
    }

    int number() {
        return number;
    }

    /// A name of exactly this file for as long as it is open, in this process.
    public Path path() {
        return number == NONE ? shown : Path.of("/proc/self/fd/" + number);
    }

    /// Where it was when it was opened.
    Path shown() {
        return shown;
    }

    BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path(), BasicFileAttributes.class);
    }

    boolean isFolder() {
        if (number == NONE) return Files.isDirectory(shown);
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE_BYTES, 8);
            var none = arena.allocateFrom("");
            var asked = Libc.syscall(Syscall.STATX, number, none.address(), AT_EMPTY_PATH, TYPE, state.address());
            return !asked.failed() && (state.get(JAVA_SHORT, MODE) & TYPE_BITS) == FOLDER;
        }
    }

    @Override
    public void close() {
        if (number != NONE) Libc.syscall(Syscall.CLOSE, number);
    }
}
