package dev.pawl.tool.patch;

import dev.pawl.tool.sandbox.AccessMap;
import dev.pawl.tool.sandbox.Confinement;
import dev.pawl.tool.sandbox.KeptPlaces;
import dev.pawl.tool.sandbox.NewFolder;
import dev.pawl.tool.sandbox.PinnedRoot;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.SecureDirectoryStream;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Files below the writable roots, reached without ever following a symbolic link: each folder on
/// the way is opened from the one above it, so a link that is swapped in meanwhile is refused too.
final class GuardedFiles {
    private static final long LARGEST_BYTES = 64L << 20;
    private static final Set<OpenOption> READ = Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS);
    private static final Set<OpenOption> CREATE =
            Set.of(StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS);

    private final List<PinnedRoot> roots;
    private final Confinement confinement;
    private final AccessMap access;

    GuardedFiles(Confinement confinement) {
        this.roots = confinement.writable();
        this.confinement = confinement;
        this.access = AccessMap.of(confinement);
    }

    boolean mayWrite(Path path) {
        return roots.stream().anyMatch(root -> root.inside(path).isPresent());
    }

    /// Whether the path belongs to what steers later runs: hooks, agent configuration,
    /// instructions.
    boolean isProtected(Path path) {
        return confinement.isConfined() && KeptPlaces.cover(confinement, path);
    }

    /// Whether the path leads to what is hidden from the agent: nobody's yes opens that.
    boolean isHidden(Path path) {
        try {
            access.requireVisible(path);
            for (var root : roots) {
                var inside = root.inside(path);
                if (inside.isPresent()) access.requireVisible(root.real().resolve(inside.get()));
            }
            return false;
        } catch (IOException hidden) {
            return true;
        }
    }

    /// The file, or nothing if there is none.
    ///
    /// @throws IOException for what is not a plain file, and for links on the way
    Optional<Contents> read(Path path) throws IOException {
        try {
            return Optional.of(inParent(path, Missing.FAIL, this::contents));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        }
    }

    /// Makes a new file beside the target, and folders on the way to it.
    void stage(Path target, String temporary, Contents contents) throws IOException {
        inParent(target, Missing.CREATE, (folder, _) -> {
            var file = Path.of(temporary);
            deleteIfThere(folder, file);
            try (var out = folder.newByteChannel(file, CREATE)) {
                write(out, contents.bytes());
            }
            if (!contents.permissions().isEmpty()) {
                view(folder, file, PosixFileAttributeView.class).setPermissions(contents.permissions());
            }
            return file;
        });
    }

    /// Puts the staged file into the target's place, at once.
    void commit(Path target, String temporary) throws IOException {
        inParent(target, Missing.FAIL, (folder, name) -> {
            folder.move(Path.of(temporary), folder, name);
            return name;
        });
    }

    /// Gives a file beside the target another name there; false when there is none.
    boolean rename(Path target, String from, String to) throws IOException {
        try {
            inParent(target, Missing.FAIL, (folder, name) -> {
                folder.move(Path.of(from), folder, Path.of(to));
                return name;
            });
            return true;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    /// Moves the target aside, at once: whoever does that can still look at what it was.
    void moveAside(Path target, String aside) throws IOException {
        inParent(target, Missing.FAIL, (folder, name) -> {
            folder.move(name, folder, Path.of(aside));
            return name;
        });
    }

    void delete(Path path) throws IOException {
        inParent(path, Missing.FAIL, (folder, name) -> {
            folder.deleteFile(name);
            return name;
        });
    }

    /// Removes a staged file that will not be needed.
    void discard(Path target, String temporary) throws IOException {
        try {
            inParent(target, Missing.FAIL, (folder, name) -> {
                deleteIfThere(folder, Path.of(temporary));
                return name;
            });
        } catch (NoSuchFileException neverMade) {
            // neither the folder nor the file: nothing to remove
        }
    }

    private enum Missing {
        FAIL,
        CREATE
    }

    @FunctionalInterface
    private interface InFolder<T> {
        T run(SecureDirectoryStream<Path> folder, Path name) throws IOException;
    }

    private <T> T inParent(Path path, Missing missing, InFolder<T> work) throws IOException {
        if (isProtected(path)) throw new IOException("protected: " + path);
        for (var root : roots) {
            var inside = root.inside(path);
            if (inside.isEmpty()) continue;
            var names = names(inside.get());
            access.requireVisible(root.real().resolve(inside.get()));
            if (names.isEmpty()) throw new IOException("Is a directory (os error 21)");
            try (var opened = root.open()) {
                return walk(opened.path(), names, missing, work);
            }
        }
        throw new IOException("outside of the writable folders");
    }

    @SuppressWarnings("StreamResourceLeak") // the last lines close what was opened
    private <T> T walk(Path root, List<Path> names, Missing missing, InFolder<T> work) throws IOException {
        var open = new ArrayList<SecureDirectoryStream<Path>>();
        try {
            open.add(secure(Files.newDirectoryStream(root)));
            var path = root;
            for (var name : names.subList(0, names.size() - 1)) {
                path = path.resolve(name);
                open.add(step(open, root, path, missing));
                requireVisible(open.getLast(), path);
            }
            return work.run(open.getLast(), names.getLast());
        } finally {
            for (var folder : open.reversed()) folder.close();
        }
    }

    /// By what was opened: its name may be another one's by now.
    private void requireVisible(SecureDirectoryStream<Path> folder, Path path) throws IOException {
        var attributes =
                folder.getFileAttributeView(BasicFileAttributeView.class).readAttributes();
        access.requireVisible(attributes, path);
    }

    private static SecureDirectoryStream<Path> step(
            List<SecureDirectoryStream<Path>> open, Path root, Path path, Missing missing) throws IOException {
        var folder = open.getLast();
        var name = path.getFileName();
        try {
            return secure(folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
        } catch (NoSuchFileException none) {
            if (missing == Missing.FAIL) throw none;
        }
        NewFolder.make(root, root.relativize(path));
        return secure(folder.newDirectoryStream(name, LinkOption.NOFOLLOW_LINKS));
    }

    @SuppressWarnings("unchecked")
    private static SecureDirectoryStream<Path> secure(DirectoryStream<Path> stream) throws IOException {
        if (stream instanceof SecureDirectoryStream<?> secure) return (SecureDirectoryStream<Path>) secure;
        stream.close();
        throw new IOException("this file system cannot be written without following links");
    }

    private static List<Path> names(Path relative) {
        var names = new ArrayList<Path>();
        relative.forEach(name -> {
            if (!name.toString().isEmpty()) names.add(name);
        });
        return names;
    }

    private Contents contents(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        var attributes = view(folder, name, BasicFileAttributeView.class).readAttributes();
        requirePlain(attributes);
        access.requireVisible(attributes, name);
        var permissions = view(folder, name, PosixFileAttributeView.class)
                .readAttributes()
                .permissions();
        try (var in = folder.newByteChannel(name, READ)) {
            return new Contents(Channels.newInputStream(in).readAllBytes(), permissions);
        }
    }

    private static void requirePlain(BasicFileAttributes attributes) throws IOException {
        if (attributes.isDirectory()) throw new IOException("Is a directory (os error 21)");
        if (attributes.isSymbolicLink()) throw new IOException("refusing to follow a symbolic link");
        if (!attributes.isRegularFile()) throw new IOException("not a regular file");
        if (attributes.size() > LARGEST_BYTES) throw new IOException("larger than " + LARGEST_BYTES + " bytes");
    }

    private static <V extends BasicFileAttributeView> V view(
            SecureDirectoryStream<Path> folder, Path name, Class<V> type) {
        return folder.getFileAttributeView(name, type, LinkOption.NOFOLLOW_LINKS);
    }

    private static void deleteIfThere(SecureDirectoryStream<Path> folder, Path name) throws IOException {
        try {
            folder.deleteFile(name);
        } catch (NoSuchFileException none) {
            // that is what was wanted
        }
    }

    private static void write(SeekableByteChannel out, byte[] bytes) throws IOException {
        var buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) out.write(buffer);
    }
}
