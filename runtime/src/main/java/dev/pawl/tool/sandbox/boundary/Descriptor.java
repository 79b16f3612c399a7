package dev.pawl.tool.sandbox.boundary;

import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.tool.system.Libc;
import dev.pawl.tool.system.Syscall;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;

/// An open file or folder that can be named but not read (`O_PATH`): a pipe or a device does
/// nothing. It stays the same one whatever happens to its name: what is done through [#path] is
/// done to exactly this file. No symbolic link is followed on the way to it, unless
/// [#following] says so, and never one of `/proc`'s own.
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
    /// No link of `/proc` (`/proc/PID/root`, `cwd`, `fd`): they lead around every other check.
    private static final int NO_MAGIC_LINKS = 0x02;
    private static final int NO_LINKS = 0x04;
    private static final int BENEATH = 0x08;
    private static final int DUPLICATE_CLOSED_ON_EXEC = 1030;
    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int ENOTDIR = 20;
    private static final int ENOSYS = 38;
    private static final int ELOOP = 40;
    private static final Path ROOT = Path.of("/");
    /// By their numbers: proc, sysfs, devpts, debugfs, tracefs, securityfs, cgroup, cgroup2, bpf,
    /// efivarfs, nsfs.
    private static final Set<Long> MADE_UP = Set.of(
            0x9fa0L,
            0x62656572L,
            0x1cd1L,
            0x64626720L,
            0x74726163L,
            0x73636673L,
            0x27e0ebL,
            0x63677270L,
            0xcafe4a11L,
            0xde5e81e4L,
            0x6e736673L);
    private static final long EVERYBODY = 0777; // less what the umask says

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

    /// Opens what a path leads to over links.
    public static Descriptor following(Path path) throws IOException {
        if (!Syscall.areKnown()) return new Descriptor(NONE, path.toRealPath());
        return open(AT_FDCWD, path.toString(), 0, path);
    }

    /// The entry of this folder; a link is the link itself.
    public Descriptor entry(String name) throws IOException {
        return named(name, O_NOFOLLOW);
    }

    /// What the entry of this folder leads to over links.
    public Descriptor followed(String name) throws IOException {
        return named(name, 0);
    }

    /// The folder of this name right below this one.
    ///
    /// @throws NotDirectoryException for a link, also one to a folder
    public Descriptor folder(String name) throws IOException {
        return named(name, O_NOFOLLOW | O_DIRECTORY);
    }

    /// The same; it is made when it is missing.
    public Descriptor madeFolder(String name) throws IOException {
        try {
            return folder(name);
        } catch (NoSuchFileException missing) {
            make(name);
            return folder(name);
        }
    }

    private void make(String name) throws IOException {
        if (number == NONE) {
            Files.createDirectory(at(name));
            return;
        }
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(name);
            var made = Libc.call(Libc.symbol("mkdirat"), number, text.address(), EVERYBODY);
            // An `int` comes back in a register of 64 bits, whose upper half means nothing.
            if ((int) made.value() == -1 && made.errno() != EEXIST) throw wrong(made.errno(), shown.resolve(name));
        }
    }

    private Descriptor named(String name, int flags) throws IOException {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0)
            throw new IOException("not the name of an entry: " + name);
        if (number != NONE) return open(number, name, flags, shown.resolve(name));
        var path = at(name);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) throw wrong(ENOENT, path);
        if (flags == 0) return new Descriptor(NONE, path.toRealPath());
        var folder = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
        if ((flags & O_DIRECTORY) != 0 && !folder) throw wrong(ENOTDIR, path);
        return new Descriptor(NONE, path);
    }

    private static Descriptor open(int folder, String name, int flags, Path shown) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var how = arena.allocate(24, 8);
            how.set(JAVA_LONG, 0, O_PATH | O_CLOEXEC | flags);
            how.set(JAVA_LONG, 16, NO_MAGIC_LINKS);
            var text = arena.allocateFrom(name).address();
            var opened = Libc.syscall(Syscall.OPENAT2, folder, text, how.address(), 24);
            // An old kernel, or a container whose filter does not know the call.
            if (opened.failed() && (opened.errno() == ENOSYS || opened.errno() == EPERM))
                opened = Libc.syscall(Syscall.OPENAT, folder, text, O_PATH | O_CLOEXEC | flags, 0);
            if (opened.failed()) throw wrong(opened.errno(), shown);
            return new Descriptor((int) opened.value(), shown);
        }
    }

    /// Opens what lies below this folder.
    public Descriptor below(Path relative) throws IOException {
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
            case EACCES -> new AccessDeniedException(path.toString());
            case ENOTDIR -> new NotDirectoryException(path.toString());
            case ELOOP -> new IOException("a symbolic link lies on the way to " + path);
            default -> new FileSystemException(path.toString(), null, Libc.message(errno));
        };
    }

    /// The same one once more, to be closed by itself.
    public Descriptor copy() throws IOException {
        var copy = (int) Libc.must("no descriptor", Libc.syscall(Syscall.FCNTL, number, DUPLICATE_CLOSED_ON_EXEC, 0));
        return new Descriptor(copy, shown);
    }

    /// The same one under a number that is not below `least`.
    public Descriptor atLeast(int least) throws IOException {
        if (number >= least) return this;
        var copy =
                (int) Libc.must("no descriptor", Libc.syscall(Syscall.FCNTL, number, DUPLICATE_CLOSED_ON_EXEC, least));
        close();
        return new Descriptor(copy, shown);
    }

    public int number() {
        return number;
    }

    /// A name of exactly this file for as long as it is open, in this process.
    public Path path() {
        return number == NONE ? shown : Path.of("/proc/self/fd/" + number);
    }

    /// Where it was when it was opened.
    public Path shown() {
        return shown;
    }

    /// An entry right below this folder, whatever has become of the folder's name.
    public Path at(String name) {
        return path().resolve(name);
    }

    /// Where it is now, without links.
    public Path real() throws IOException {
        return number == NONE ? shown : Files.readSymbolicLink(path());
    }

    BasicFileAttributes attributes() throws IOException {
        return Files.readAttributes(path(), BasicFileAttributes.class, itself());
    }

    public boolean isFolder() {
        if (number == NONE) return Files.isDirectory(shown, LinkOption.NOFOLLOW_LINKS);
        // Not by its path in /proc: that takes many times as long.
        try (var arena = Arena.ofConfined()) {
            var state = arena.allocate(STATE_BYTES, 8);
            var none = arena.allocateFrom("");
            var asked = Libc.syscall(Syscall.STATX, number, none.address(), AT_EMPTY_PATH, TYPE, state.address());
            return !asked.failed() && (state.get(JAVA_SHORT, MODE) & TYPE_BITS) == FOLDER;
        }
    }

    public boolean isPlainFile() {
        return Files.isRegularFile(path(), itself());
    }

    /// The first bytes of a plain file as text. A pipe or a device is never read: it may give
    /// nothing, for ever.
    ///
    /// @throws IOException for anything else than a plain file
    public String text(long mostBytes) throws IOException {
        if (!isPlainFile()) throw new IOException("not a regular file");
        try (var in = Files.newInputStream(path())) {
            return new String(in.readNBytes((int) Math.min(mostBytes, Integer.MAX_VALUE)), UTF_8);
        }
    }

    public boolean isLink() throws IOException {
        return attributes().isSymbolicLink();
    }

    /// The path is a link of `/proc` to the file itself; a plain one must not be followed.
    private LinkOption[] itself() {
        return number == NONE ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS} : new LinkOption[0];
    }

    /// What tells it from every other file of this machine.
    Identity identity() throws IOException {
        return Identity.of(path(), itself());
    }

    /// Whether it lies on a file system that the kernel makes up: `/proc` and its kind, wherever it
    /// is mounted.
    boolean isOfTheKernel() {
        if (number == NONE) return false;
        try (var arena = Arena.ofConfined()) {
            // struct statfs begins with the type.
            var seen = arena.allocate(256, Long.BYTES);
            var asked = Libc.call(Libc.symbol("fstatfs"), number, seen.address());
            return (int) asked.value() != -1 && MADE_UP.contains(seen.get(JAVA_LONG, 0));
        }
    }

    @Override
    public void close() {
        if (number != NONE) Libc.syscall(Syscall.CLOSE, number);
    }
}
