package dev.pawl.tool.sandbox.boundary;

import dev.pawl.agent.approval.ApprovalContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What the agent may read, may write, and must not see: the same map for commands, reading tools,
/// patches, briefings, checkpoints and the search for programs.
///
/// Hidden places are known by name and by device and inode, both as they were when the map was
/// made: another name of the same file (a link, a bind mount, a hard link, other letters on a file
/// system that folds them, a renamed parent) is hidden as well. A project inside a hidden place is
/// visible; a hidden place inside a project is not. Safe for use by many threads.
public final class AccessMap {
    /// Other processes, the kernel and devices: never files that a person would show.
    private static final List<Path> SPECIAL = List.of(Path.of("/proc"), Path.of("/sys"), Path.of("/dev"));

    private static final int MOST_ENTRIES = 20_000;
    private static final long FRESH_NANOS = 5_000_000_000L;
    private static final String KEYS =
            "keys and Pawl's own files are not shown to it. Ask the user for what you need from there.";
    private static final String KERNEL =
            "processes, the kernel and devices are not read by this tool. A command can look there from its sandbox.";

    private final boolean open;
    private final Places hidden;
    private final Places projects;
    private final Places writable;
    private @Nullable Linked linked;

    /// The files inside hidden folders, by identity, for a few seconds.
    private record Linked(Set<Identity> files, long madeAt) {}

    /// @param names      as they were given and where they really were
    /// @param identities which ones they were
    private record Places(Set<Path> names, Set<Identity> identities) {
        static Places of(Collection<Path> paths) {
            var names = new LinkedHashSet<Path>();
            var identities = new HashSet<Identity>();
            for (var path : paths) {
                names.add(path);
                if (!Files.exists(path)) {
                    // Its folder may be a link: that is where the file would be made.
                    realParent(path).ifPresent(names::add);
                    continue;
                }
                Identity.find(path).ifPresent(identities::add);
                try {
                    names.add(path.toRealPath());
                } catch (IOException gone) {
                    // The name remains.
                }
            }
            return new Places(names, identities);
        }

        static Places pinned(Collection<PinnedRoot> roots) {
            var names = new LinkedHashSet<Path>();
            var identities = new HashSet<Identity>();
            for (var root : roots) {
                names.add(root.named());
                names.add(root.real());
                if (root.exists()) identities.add(new Identity(root.device(), root.inode()));
            }
            return new Places(names, identities);
        }

        private static Optional<Path> realParent(Path path) {
            try {
                var parent = path.getParent();
                return parent == null || !Files.exists(parent)
                        ? Optional.empty()
                        : Optional.of(parent.toRealPath().resolve(path.getFileName()));
            } catch (IOException gone) {
                return Optional.empty();
            }
        }

        boolean has(Path path, Optional<Identity> identity) {
            return names.contains(path) || identity.filter(identities::contains).isPresent();
        }
    }

    private AccessMap(Confinement confinement) {
        this.open = confinement.mode() == ApprovalContext.Mode.DANGER_FULL_ACCESS
                && confinement.hidden().isEmpty();
        this.hidden = Places.of(confinement.hidden());
        this.projects = Places.pinned(confinement.projects());
        this.writable = Places.pinned(joined(confinement.projects(), confinement.scratch()));
    }

    public static AccessMap of(Confinement confinement) {
        return new AccessMap(confinement);
    }

    private static Set<PinnedRoot> joined(Collection<PinnedRoot> some, Collection<PinnedRoot> more) {
        var all = new LinkedHashSet<>(some);
        all.addAll(more);
        return all;
    }

    /// The file or folder at a path, held open, when the agent may read it.
    ///
    /// @param path absolute and without dots
    /// @throws HiddenPath when it may not
    public Descriptor open(Path path) throws IOException {
        // By its name before it is touched: whether a hidden file exists is hidden, too.
        requireVisible(path, path, false);
        Descriptor opened;
        try {
            opened = Descriptor.following(path);
        } catch (NoSuchFileException missing) {
            requireParentVisible(path);
            throw missing;
        }
        try {
            requireVisible(opened, path);
            return opened;
        } catch (IOException refused) {
            opened.close();
            throw refused;
        }
    }

    private void requireParentVisible(Path path) throws IOException {
        for (var above = path.getParent(); above != null; above = above.getParent()) {
            if (!Files.exists(above)) continue;
            requireVisible(above.toRealPath(), path, true);
            return;
        }
    }

    /// @param named what is said about it
    /// @throws HiddenPath when the agent may not see it
    public void requireVisible(Descriptor opened, Path named) throws IOException {
        if (open) return;
        requireVisible(opened.real(), named, true);
        if (opened.isOfTheKernel()) throw new HiddenPath(named, KERNEL);
        // The name may be another's by now; what was opened stays what it is.
        var identity = opened.identity();
        if (hidden.identities().contains(identity) || (opened.isPlainFile() && isLinked(opened, identity)))
            throw new HiddenPath(named, KEYS);
    }

    /// @throws HiddenPath when a folder or a file on the way is a hidden place itself
    public void requireNotHidden(Descriptor opened) throws HiddenPath {
        if (isHidden(opened)) throw new HiddenPath(opened.shown(), KEYS);
    }

    /// @param path where it is, or would be made, without links on the way
    /// @throws HiddenPath when the agent may not see it
    public void requireVisible(Path path) throws IOException {
        requireVisible(path, path, true);
        if (open || hidden.names().isEmpty() || !Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)) return;
        if (Identity.hasMoreNames(path, LinkOption.NOFOLLOW_LINKS)
                && linked().files().contains(Identity.of(path, LinkOption.NOFOLLOW_LINKS)))
            throw new HiddenPath(path, KEYS);
    }

    private void requireVisible(Path path, Path named, boolean exact) throws HiddenPath {
        if (open) return;
        for (var at = path; at != null; at = at.getParent()) {
            var identity = exact ? Identity.find(at) : Optional.<Identity>empty();
            if (hidden.has(at, identity)) throw new HiddenPath(named, KEYS);
            if (projects.has(at, identity)) return;
            if (SPECIAL.contains(at)) throw new HiddenPath(named, KERNEL);
        }
    }

    /// Whether a folder, or a file, is one of the hidden places itself.
    public boolean isHidden(Descriptor opened) {
        try {
            if (open) return false;
            var identity = opened.identity();
            return hidden.identities().contains(identity)
                    || hidden.names().contains(opened.real())
                    || opened.isOfTheKernel()
                    || (opened.isPlainFile() && isLinked(opened, identity));
        } catch (IOException gone) {
            return true;
        }
    }

    /// Whether the agent's commands can change what lies at this path, in this thread or another
    /// one of the project.
    ///
    /// @param path without links
    public boolean isWritable(Path path) {
        for (var at = path; at != null; at = at.getParent()) {
            if (writable.has(at, Identity.find(at))) return true;
        }
        return false;
    }

    /// Whether a file with several names has one of them in a hidden folder. Bounded: the first
    /// entries of each place, from the top down.
    private boolean isLinked(Descriptor opened, Identity identity) throws IOException {
        if (hidden.names().isEmpty() || !Identity.hasMoreNames(opened.path())) return false;
        return linked().files().contains(identity);
    }

    private synchronized Linked linked() {
        var known = linked;
        if (known != null && System.nanoTime() - known.madeAt() < FRESH_NANOS) return known;
        var found = new Linked(new HashSet<>(), System.nanoTime());
        for (var place : hidden.names()) collect(place, found);
        linked = found;
        return found;
    }

    private static void collect(Path place, Linked found) {
        var queue = new ArrayDeque<Path>();
        queue.add(place);
        for (var seen = 0; seen < MOST_ENTRIES && !queue.isEmpty(); seen++) {
            var path = queue.remove();
            if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
                Identity.find(path).ifPresent(found.files()::add);
                continue;
            }
            try (var entries = Files.newDirectoryStream(path)) {
                entries.forEach(queue::add);
            } catch (IOException | java.nio.file.DirectoryIteratorException unreadable) {
                // What Pawl cannot read, it cannot show.
            }
        }
    }
}
