package dev.pawl.tool.patch;

import dev.pawl.tool.sandbox.boundary.AccessMap;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Descriptor;
import dev.pawl.tool.sandbox.boundary.FolderWalk;
import dev.pawl.tool.sandbox.boundary.FolderWalk.Missing;
import dev.pawl.tool.sandbox.boundary.KeptPlaces;
import dev.pawl.tool.sandbox.boundary.PinnedRoot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;
import java.util.List;
import java.util.Optional;

/// Files below the writable roots, reached without ever following a symbolic link: each folder on
/// the way is opened from the one above it, so a link that is swapped in meanwhile is refused too.
final class GuardedFiles {
    private static final long LARGEST_BYTES = 64L << 20;
    private static final OpenOption[] CREATE = {
        StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW, LinkOption.NOFOLLOW_LINKS
    };

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
        inParent(target, Missing.MAKE, (folder, _) -> {
            var file = folder.at(temporary);
            Files.deleteIfExists(file);
            Files.write(file, contents.bytes(), CREATE);
            if (!contents.permissions().isEmpty()) {
                Files.getFileAttributeView(file, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                        .setPermissions(contents.permissions());
            }
            return file;
        });
    }

    /// Puts the staged file into the target's place, at once.
    void commit(Path target, String temporary) throws IOException {
        inParent(target, Missing.FAIL, (folder, name) -> moved(folder, temporary, name));
    }

    /// Gives a file beside the target another name there; false when there is none.
    boolean rename(Path target, String from, String to) throws IOException {
        try {
            inParent(target, Missing.FAIL, (folder, _) -> moved(folder, from, to));
            return true;
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    /// Moves the target aside, at once: it can still be read under the other name.
    void moveAside(Path target, String aside) throws IOException {
        inParent(target, Missing.FAIL, (folder, name) -> moved(folder, name, aside));
    }

    private static Path moved(Descriptor folder, String from, String to) throws IOException {
        return Files.move(folder.at(from), folder.at(to), StandardCopyOption.ATOMIC_MOVE);
    }

    void delete(Path path) throws IOException {
        inParent(path, Missing.FAIL, (folder, name) -> {
            if (Files.isDirectory(folder.at(name), LinkOption.NOFOLLOW_LINKS))
                throw new IOException("Is a directory (os error 21)");
            Files.delete(folder.at(name));
            return name;
        });
    }

    /// Removes a staged file that will not be needed.
    void discard(Path target, String temporary) throws IOException {
        try {
            inParent(target, Missing.FAIL, (folder, _) -> Files.deleteIfExists(folder.at(temporary)));
        } catch (NoSuchFileException neverMade) {
            // neither the folder nor the file: nothing to remove
        }
    }

    private <T> T inParent(Path path, Missing missing, FolderWalk.Work<T> work) throws IOException {
        if (isProtected(path)) throw new IOException("protected: " + path);
        for (var root : roots) {
            var inside = root.inside(path);
            if (inside.isEmpty()) continue;
            if (inside.get().toString().isEmpty()) throw new IOException("Is a directory (os error 21)");
            try (var opened = root.open()) {
                return new FolderWalk(root.real(), access).from(opened, inside.get(), missing, work);
            } catch (NotDirectoryException inTheWay) {
                if (leadsThroughLink(path)) throw new IOException("a symbolic link lies on the way to " + path);
                throw inTheWay;
            }
        }
        throw new IOException("outside of the writable folders");
    }

    /// For the words of a refusal alone: nothing is opened by these names.
    private static boolean leadsThroughLink(Path path) {
        for (var folder = path.getParent(); folder != null; folder = folder.getParent()) {
            if (Files.isSymbolicLink(folder)) return true;
        }
        return false;
    }

    private Contents contents(Descriptor folder, String name) throws IOException {
        try (var file = folder.entry(name)) {
            if (file.isFolder()) throw new IOException("Is a directory (os error 21)");
            if (file.isLink()) throw new IOException("refusing to follow a symbolic link");
            if (!file.isPlainFile()) throw new IOException("not a regular file");
            access.requireNotHidden(file);
            if (Files.size(file.path()) > LARGEST_BYTES)
                throw new IOException("larger than " + LARGEST_BYTES + " bytes");
            var permissions = Files.getPosixFilePermissions(file.path());
            try (var in = Files.newInputStream(file.path())) {
                return new Contents(in.readNBytes((int) LARGEST_BYTES), permissions);
            }
        }
    }
}
