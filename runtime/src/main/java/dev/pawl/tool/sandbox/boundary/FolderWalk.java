package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Path;

/// The way from a folder to an entry far below it, each folder opened from the one above it: no
/// link is followed, also none that is swapped in meanwhile, and no hidden place is entered.
public final class FolderWalk {
    private final Path root;
    private final AccessMap access;

    /// @param root a real path
    public FolderWalk(Path root, AccessMap access) {
        this.root = root;
        this.access = access;
    }

    /// What becomes of folders that are not there.
    public enum Missing {
        FAIL,
        MAKE
    }

    /// What is done in the last folder.
    @FunctionalInterface
    public interface Work<T> {
        /// @param name of the entry
        T run(Descriptor folder, String name) throws IOException;
    }

    /// @param below the way to the entry
    public <T> T to(Path below, Missing missing, Work<T> work) throws IOException {
        try (var at = Descriptor.open(root)) {
            return from(at, below, missing, work);
        }
    }

    /// The same with the root open already.
    public <T> T from(Descriptor opened, Path below, Missing missing, Work<T> work) throws IOException {
        var path = below.normalize();
        if (path.isAbsolute() || path.startsWith("..") || path.toString().isEmpty())
            throw new IOException("not a path below " + root + ": " + below);
        access.requireVisible(root.resolve(path));
        return step(opened, path, missing, work);
    }

    private <T> T step(Descriptor at, Path rest, Missing missing, Work<T> work) throws IOException {
        access.requireNotHidden(at);
        var name = rest.getName(0).toString();
        if (rest.getNameCount() == 1) return work.run(at, name);
        try (var next = missing == Missing.MAKE ? at.madeFolder(name) : at.folder(name)) {
            return step(next, rest.subpath(1, rest.getNameCount()), missing, work);
        }
    }
}
