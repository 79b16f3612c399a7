package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/// A file or folder that was opened only to hold on to it (`O_PATH`): nothing is read, a pipe or a
/// device does nothing, and no later rename or link changes what it stands for. What is done
/// through [#handle] is done to exactly this file.
///
/// Where the kernel's numbers are unknown (no Linux), it is the real path and no more.
public final class OpenPath implements AutoCloseable {
    private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");
    private static final long O_DIRECTORY = ARM ? 0x4000 : 0x10000;
    private static final long O_NOFOLLOW = ARM ? 0x8000 : 0x20000;
    private static final long O_PATH = 0x200000;
    private static final long O_CLOEXEC = 0x80000;
    private static final long AT_FDCWD = -100;
    /// No link of `/proc` (`/proc/PID/root`, `cwd`, `fd`): they lead around every other check.
    private static final long NO_MAGIC_LINKS = 0x02;
    private static final long HOW_BYTES = 24;
    private static final int EPERM = 1;
    private static final int ENOENT = 2;
    private static final int EACCES = 13;
    private static final int EEXIST = 17;
    private static final int ENOTDIR = 20;
    private static final int ELOOP = 40;
    private static final int ENOSYS = 38;
    private static final int NAME_TOO_LONG = 36;
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

    private final long descriptor;
    private final Path handle;
    private final AtomicBoolean closed = new AtomicBoolean();

    private OpenPath(long descriptor, Path handle) {
        this.descriptor = descriptor;
        this.handle = handle;
    }

    /// Follows links, but none of `/proc`'s own.
    public static OpenPath of(Path path) throws IOException {
        if (!Syscall.areKnown()) return new OpenPath(-1, path.toRealPath());
        return open(AT_FDCWD, path, path, 0);
    }

    /// The entry of this folder, without following it if it is a link.
    public OpenPath entry(String name) throws IOException {
        return below(name, O_NOFOLLOW);
    }

    /// What the entry of this folder leads to, over links; over none of `/proc`'s own.
    public OpenPath followed(String name) throws IOException {
        return below(name, 0);
    }

    /// The folder of this name right below this one.
    ///
    /// @throws NotDirectoryException for a link, also one to a folder
    public OpenPath folder(String name) throws IOException {
        return below(name, O_NOFOLLOW | O_DIRECTORY);
    }

    /// The same; it is made when it is missing.
    public OpenPath madeFolder(String name) throws IOException {
        try {
            return folder(name);
        } catch (NoSuchFileException missing) {
            make(name);
            return folder(name);
        }
    }

    private void make(String name) throws IOException {
        if (descriptor < 0) {
            Files.createDirectory(at(name));
            return;
        }
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(name, UTF_8);
            var made = Libc.call(Libc.symbol("mkdirat"), descriptor, text.address(), EVERYBODY);
            if ((int) made.value() != -1 || made.errno() == EEXIST) return;
            throw wrong(made.errno(), at(name));
        }
    }

    private OpenPath below(String name, long flags) throws IOException {
        if (name.isEmpty() || name.equals(".") || name.equals("..") || name.indexOf('/') >= 0)
            throw new IOException("not the name of an entry: " + name);
        if (descriptor >= 0) return open(descriptor, Path.of(name), real().resolve(name), flags);
        var path = at(name);
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) throw new NoSuchFileException(path.toString());
        if (flags == 0) return new OpenPath(-1, path.toRealPath());
        if ((flags & O_DIRECTORY) != 0 && !Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS))
            throw new NotDirectoryException(path.toString());
        return new OpenPath(-1, path);
    }

    private static OpenPath open(long folder, Path path, Path shown, long flags) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(path.toString(), UTF_8);
            // struct open_how: flags, mode, resolve.
            var how = arena.allocate(HOW_BYTES, Long.BYTES);
            how.set(ValueLayout.JAVA_LONG, 0, O_PATH | O_CLOEXEC | flags);
            how.set(ValueLayout.JAVA_LONG, 16, NO_MAGIC_LINKS);
            var opened = Libc.syscall(Syscall.OPENAT2, folder, text.address(), how.address(), HOW_BYTES);
            // Kernels before 5.6, and filters of containers that do not know the call.
            if (opened.failed() && (opened.errno() == ENOSYS || opened.errno() == EPERM)) {
                opened = Libc.syscall(Syscall.OPENAT, folder, text.address(), O_PATH | O_CLOEXEC | flags, 0);
            }
            if (opened.failed()) throw wrong(opened.errno(), shown);
            return new OpenPath(opened.value(), Path.of("/proc/self/fd/" + opened.value()));
        }
    }

    private static FileSystemException wrong(int errno, Path path) {
        var name = path.toString();
        return switch (errno) {
            case ENOENT -> new NoSuchFileException(name);
            case EACCES -> new AccessDeniedException(name);
            case EEXIST -> new FileAlreadyExistsException(name);
            case ENOTDIR -> new NotDirectoryException(name);
            case ELOOP -> new FileSystemException(name, null, "a symbolic link that is not followed");
            case NAME_TOO_LONG -> new FileSystemException(name, null, "File name too long (os error 36)");
            default -> new FileSystemException(name, null, Libc.message(errno));
        };
    }

    /// A path that leads to exactly this file, for as long as this is open.
    public Path handle() {
        return handle;
    }

    /// An entry right below this folder, whatever has become of the folder's name.
    public Path at(String name) {
        return handle.resolve(name);
    }

    /// Where it is now, without links.
    public Path real() throws IOException {
        return descriptor < 0 ? handle : Files.readSymbolicLink(handle);
    }

    public boolean isFolder() {
        return Files.isDirectory(handle, following());
    }

    public boolean isPlainFile() {
        return Files.isRegularFile(handle, following());
    }

    public boolean isLink() throws IOException {
        return Files.readAttributes(handle, BasicFileAttributes.class, following())
                .isSymbolicLink();
    }

    /// The handle is a link of `/proc` to the file itself; a plain path must not be followed.
    private LinkOption[] following() {
        return descriptor < 0 ? new LinkOption[] {LinkOption.NOFOLLOW_LINKS} : new LinkOption[0];
    }

    /// Whether it lies on a file system that the kernel makes up: `/proc` and its kind, wherever it
    /// is mounted.
    boolean isOfTheKernel() {
        if (descriptor < 0) return false;
        try (var arena = Arena.ofConfined()) {
            // struct statfs begins with the type.
            var seen = arena.allocate(256, Long.BYTES);
            var asked = Libc.call(Libc.symbol("fstatfs"), descriptor, seen.address());
            return (int) asked.value() != -1 && MADE_UP.contains(seen.get(ValueLayout.JAVA_LONG, 0));
        }
    }

    /// What tells it from every other file of this machine.
    Identity identity() throws IOException {
        return Identity.of(handle, following());
    }

    @Override
    public void close() {
        if (descriptor >= 0 && closed.compareAndSet(false, true)) Libc.syscall(Syscall.CLOSE, descriptor);
    }
}
