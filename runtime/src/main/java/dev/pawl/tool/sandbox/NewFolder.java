package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;

/// Makes a folder without following a link on the way to it, also one that is swapped in meanwhile:
/// what `mkdirat` is for, and Java has none.
public final class NewFolder {
    private static final boolean ARM = System.getProperty("os.arch", "").equals("aarch64");
    private static final int O_DIRECTORY = ARM ? 0x4000 : 0x10000;
    private static final int O_NOFOLLOW = ARM ? 0x8000 : 0x20000;
    private static final int O_PATH = 0x200000;
    private static final int O_CLOEXEC = 0x80000;
    private static final int AT_FDCWD = -100;
    private static final int ENOENT = 2;
    private static final int EEXIST = 17;
    private static final int ENOTDIR = 20;
    private static final int ELOOP = 40;
    private static final long EVERYBODY = 0777; // less what the umask says

    private NewFolder() {}

    /// One that is there already is left as it is.
    ///
    /// @param below the way from `root`; all but its last name must exist
    public static void make(Path root, Path below) throws IOException {
        try (var arena = Arena.ofConfined()) {
            var at = open(arena, AT_FDCWD, root, root);
            try {
                var path = root;
                for (var i = 0; i < below.getNameCount() - 1; i++) {
                    path = path.resolve(below.getName(i));
                    var next = open(arena, at, below.getName(i), path);
                    close(at);
                    at = next;
                }
                var name = arena.allocateFrom(below.getFileName().toString(), UTF_8);
                var made = Libc.call(Libc.symbol("mkdirat"), at, name.address(), EVERYBODY);
                if (failed(made) && made.errno() != EEXIST) throw wrong(made.errno(), root.resolve(below));
            } finally {
                close(at);
            }
        }
    }

    private static long open(Arena arena, long folder, Path name, Path shown) throws IOException {
        var text = arena.allocateFrom(name.toString(), UTF_8);
        var flags = O_PATH | O_DIRECTORY | O_CLOEXEC | (folder == AT_FDCWD ? 0 : O_NOFOLLOW);
        var opened = Libc.call(Libc.symbol("openat"), folder, text.address(), flags, 0);
        if (failed(opened)) throw wrong(opened.errno(), shown);
        return (int) opened.value();
    }

    /// An `int` comes back in a register of 64 bits, whose upper half means nothing.
    private static boolean failed(Libc.Result result) {
        return (int) result.value() == -1;
    }

    private static void close(long descriptor) {
        Libc.call(Libc.symbol("close"), descriptor);
    }

    private static IOException wrong(int errno, Path path) {
        return switch (errno) {
            case ENOENT -> new NoSuchFileException(path.toString());
            case ENOTDIR, ELOOP -> new NotDirectoryException(path.toString());
            default -> new IOException(Libc.message(errno));
        };
    }
}
