package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;

/// A writable folder as it was when the thread began: how it was named, where it really is, and
/// which one it is. Its name is not resolved again: an agent that can move the folder, or one above
/// it, could lead the name elsewhere.
///
/// @param named  as the settings or the command line have it
/// @param real   with links resolved, once
/// @param device of the file system, see [#ABSENT]
/// @param inode  0 for a folder that did not exist: it is never written
public record PinnedRoot(Path named, Path real, long device, long inode) {
    /// The device of a folder whose identity is compared without it: device numbers may change
    /// when the machine starts again.
    public static final long ANY_DEVICE = -1;

    private static final long ABSENT = 0;

    public PinnedRoot {
        named = named.toAbsolutePath().normalize();
        real = real.toAbsolutePath().normalize();
    }

    /// The folder as it is now.
    public static PinnedRoot pin(Path named) {
        try {
            var real = named.toRealPath();
            if (!Files.isDirectory(real)) return absent(named);
            var identity = Identity.of(real);
            return new PinnedRoot(named, real, identity.device(), identity.inode());
        } catch (IOException missing) {
            return absent(named);
        }
    }

    /// A folder that does not exist.
    public static PinnedRoot absent(Path named) {
        return new PinnedRoot(named, named, ABSENT, ABSENT);
    }

    /// Whether there was such a folder.
    public boolean exists() {
        return inode != ABSENT;
    }

    /// The way from this root to a path, named as the root is or by where it really is.
    public Optional<Path> inside(Path path) {
        if (path.startsWith(named)) return Optional.of(named.relativize(path));
        return path.startsWith(real) ? Optional.of(real.relativize(path)) : Optional.empty();
    }

    /// Opens the folder.
    ///
    /// @throws RootReplaced when another one is in its place by now
    /// @throws IOException  when it cannot be opened
    public Descriptor open() throws IOException {
        if (!exists()) throw new RootReplaced(named, "did not exist when the thread began");
        Descriptor opened;
        try {
            opened = Descriptor.open(real);
        } catch (IOException gone) {
            throw new RootReplaced(named, "was moved or replaced since the thread began");
        }
        try {
            if (isThis(opened.path())) return opened;
        } catch (IOException unreadable) {
            opened.close();
            throw unreadable;
        }
        opened.close();
        throw new RootReplaced(named, "was replaced since the thread began");
    }

    /// Whether it is still in its place.
    public boolean isThere() {
        try {
            return exists() && isThis(real) && real.toRealPath().equals(real);
        } catch (IOException gone) {
            return false;
        }
    }

    private boolean isThis(Path path) throws IOException {
        var now = Identity.of(path);
        return now.inode() == inode
                && (now.device() == device || device == ANY_DEVICE)
                && Files.readAttributes(path, BasicFileAttributes.class).isDirectory();
    }
}
