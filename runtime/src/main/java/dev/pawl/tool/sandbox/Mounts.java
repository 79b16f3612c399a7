package dev.pawl.tool.sandbox;

import dev.pawl.agent.Stance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What of the file system bubblewrap makes writable, read-only and invisible: a list of mounts,
/// the outer before the inner, so that the most exact one wins.
record Mounts(List<Mount> all) {
    /// One mount over one path.
    record Mount(Path path, Kind kind) {}

    enum Kind {
        WRITABLE,
        READ_ONLY,
        /// An empty file that cannot be written: a stub on the host lies under it.
        EMPTY_FILE,
        HIDDEN_FILE,
        HIDDEN_FOLDER
    }

    /// The protected names that need a stub where they are missing.
    static Set<Path> guarded(Confinement confinement) {
        var names = new LinkedHashSet<Path>();
        if (confinement.mode() != Stance.Mode.WORKSPACE_WRITE) return names;
        for (var root : confinement.projects()) {
            if (root.exists()) names.addAll(ProtectedPaths.guarded(root.real()));
        }
        return names;
    }

    /// @param stubs those of the guarded names that are stubs, made and kept for this command
    static Mounts of(Confinement confinement, Set<Path> stubs) {
        var mounts = new ArrayList<Mount>();
        for (var path : confinement.hidden()) hide(mounts, path);
        if (confinement.mode() == Stance.Mode.WORKSPACE_WRITE) {
            for (var root : confinement.scratch()) bind(mounts, root);
            for (var root : confinement.projects()) {
                if (bind(mounts, root)) protect(mounts, stubs, root.real());
            }
        }
        // The depth decides; on the same path what takes away comes last.
        mounts.sort(Comparator.<Mount>comparingInt(mount -> mount.path().getNameCount())
                .thenComparing(Mount::kind));
        return new Mounts(List.copyOf(mounts));
    }

    private static boolean bind(List<Mount> mounts, PinnedRoot root) {
        if (!root.exists()) return false;
        mounts.add(new Mount(root.real(), Kind.WRITABLE));
        return true;
    }

    private static void hide(List<Mount> mounts, Path path) {
        if (!Files.exists(path)) return;
        mounts.add(new Mount(real(path), Files.isDirectory(path) ? Kind.HIDDEN_FOLDER : Kind.HIDDEN_FILE));
    }

    private static void protect(List<Mount> mounts, Set<Path> stubs, Path root) {
        for (var path : ProtectedPaths.existing(root)) {
            if (!stubs.contains(path)) mounts.add(new Mount(path, Kind.READ_ONLY));
        }
        for (var path : ProtectedPaths.guarded(root)) {
            // One that went away meanwhile is mounted all the same: rather no command than a gap.
            if (stubs.contains(path) || !isThere(path)) mounts.add(new Mount(path, stubKind(path)));
        }
    }

    /// Somebody may have filled a stub since it was made.
    private static Kind stubKind(Path path) {
        if (ProtectedPaths.isFolder(path)) return Kind.READ_ONLY;
        try {
            return Files.size(path) > 0 ? Kind.READ_ONLY : Kind.EMPTY_FILE;
        } catch (IOException gone) {
            return Kind.EMPTY_FILE;
        }
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException gone) {
            return path;
        }
    }

    List<String> words() {
        var words = new ArrayList<String>();
        for (var mount : all) {
            var path = mount.path().toString();
            words.addAll(
                    switch (mount.kind()) {
                        case WRITABLE -> List.of("--bind", path, path);
                        case READ_ONLY -> List.of("--ro-bind", path, path);
                        case EMPTY_FILE, HIDDEN_FILE -> List.of("--ro-bind", "/dev/null", path);
                        case HIDDEN_FOLDER -> List.of("--tmpfs", path);
                    });
        }
        return words;
    }

    /// Whether a path is there itself, be it a link to nowhere.
    static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
