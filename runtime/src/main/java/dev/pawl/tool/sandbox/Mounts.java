package dev.pawl.tool.sandbox;

import dev.pawl.tool.sandbox.boundary.Descriptor;
import dev.pawl.tool.sandbox.boundary.SandboxBoundary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// What of the file system bubblewrap makes writable, read-only and invisible: a list of mounts,
/// the outer before the inner, so that the most exact one wins. What is mounted is given by a
/// descriptor, so that no name is resolved again after it was checked.
///
/// A mount point can be neither moved nor replaced from inside. That is why also the folders on the
/// way to something protected are mounted, on themselves.
record Mounts(List<Mount> all) implements AutoCloseable {
    /// One mount over one path.
    ///
    /// @param source what is mounted there; nothing for what is made empty
    record Mount(Path path, Kind kind, Optional<Descriptor> source) {}

    enum Kind {
        WRITABLE,
        READ_ONLY,
        HIDDEN_FILE,
        HIDDEN_FOLDER
    }

    private static final int FIRST = 3;
    private static final String EMPTY_BYTES = Integer.toString(1 << 20);

    static Mounts of(SandboxBoundary boundary) throws IOException {
        var mounts = new Mounts(new ArrayList<>());
        try {
            for (var path : boundary.hidden()) mounts.hide(path);
            for (var root : boundary.roots())
                mounts.add(root.path(), Kind.WRITABLE, root.folder().copy());
            for (var path : boundary.steps()) mounts.open(boundary, path, Kind.WRITABLE);
            for (var path : boundary.kept()) mounts.open(boundary, path, Kind.READ_ONLY);
            // The depth decides; on the same path what takes away comes last.
            mounts.all.sort(Comparator.<Mount>comparingInt(mount -> mount.path().getNameCount())
                    .thenComparing(Mount::kind));
            return mounts.numbered();
        } catch (IOException | RuntimeException failed) {
            mounts.close();
            throw failed;
        }
    }

    private void hide(Path path) {
        all.add(new Mount(path, Files.isDirectory(path) ? Kind.HIDDEN_FOLDER : Kind.HIDDEN_FILE, Optional.empty()));
    }

    private void open(SandboxBoundary boundary, Path path, Kind kind) throws IOException {
        try {
            add(path, kind, boundary.open(path));
        } catch (NoSuchFileException gone) {
            // Removed since it was listed: there is nothing to protect.
        }
    }

    private void add(Path path, Kind kind, Descriptor source) {
        all.add(new Mount(path, kind, Optional.of(source)));
    }

    /// Moves the descriptors out of the way of the numbers that they get in the child.
    private Mounts numbered() throws IOException {
        var least = FIRST + all.size() + 1;
        for (var i = 0; i < all.size(); i++) {
            var mount = all.get(i);
            if (mount.source().isEmpty()) continue;
            var moved = mount.source().get().atLeast(least);
            all.set(i, new Mount(mount.path(), mount.kind(), Optional.of(moved)));
        }
        return this;
    }

    /// The descriptors in the order in which the child gets them.
    List<Integer> descriptors() {
        return all.stream()
                .flatMap(mount -> mount.source().stream())
                .map(Descriptor::number)
                .toList();
    }

    /// The number of the first file behind the descriptors, in the child.
    int next() {
        return FIRST + descriptors().size();
    }

    /// @param byDescriptor whether bubblewrap takes descriptors; an old one gets names
    List<String> words(boolean byDescriptor) {
        var words = new ArrayList<String>();
        var number = FIRST;
        for (var mount : all) {
            var path = mount.path().toString();
            var by = byDescriptor ? "-fd" : "";
            var source = byDescriptor ? Integer.toString(number) : path;
            words.addAll(
                    switch (mount.kind()) {
                        case WRITABLE -> List.of("--bind" + by, source, path);
                        case READ_ONLY -> List.of("--ro-bind" + by, source, path);
                        case HIDDEN_FILE -> List.of("--ro-bind", "/dev/null", path);
                        case HIDDEN_FOLDER -> List.of("--size", EMPTY_BYTES, "--tmpfs", path);
                    });
            if (mount.source().isPresent()) number++;
        }
        // Last: folders inside may be mount points that had to be made.
        for (var mount : all) {
            if (mount.kind() == Kind.HIDDEN_FOLDER)
                words.addAll(List.of("--remount-ro", mount.path().toString()));
        }
        return words;
    }

    @Override
    public void close() {
        for (var mount : all) mount.source().ifPresent(Descriptor::close);
        all.clear();
    }
}
