package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The folders of a project, those near its top first, up to a bound. Asked again it lists only
/// folders in which something was made or removed since: the kernel notes that in a time that no
/// program can set. Not safe for use by many threads.
final class ProjectFolders {
    private static final int MOST = 4_000;
    private static final int DEEPEST = 12;
    /// Two changes within one tick of the kernel's clock have the same time.
    private static final long TICK_NANOS = 20_000_000;

    private static final String GIT = ".git";
    private static final String PACKAGES = "node_modules";
    /// What a repository is known by. One with a `commondir` has the rest elsewhere.
    private static final Set<String> TELLING = Set.of(GIT, "HEAD", "objects", "refs", "commondir");

    private final Path root;
    /// When each was last changed, by the last look; 0 for one that has to be listed again.
    private final Map<Path, Long> changes = new HashMap<>();

    /// @param root a real path
    ProjectFolders(Path root) {
        this.root = root;
        changes.put(root, 0L);
    }

    /// A folder that was listed.
    ///
    /// @param hasGit whether it has an entry `.git`
    /// @param isBare whether it looks like a repository without a work tree, which git also uses
    record Listed(Path folder, boolean hasGit, boolean isBare) {}

    /// All folders the first time; then those that are new or changed.
    List<Listed> changed() {
        var waiting = new ArrayDeque<Path>();
        List.copyOf(changes.keySet()).stream()
                .sorted((one, other) -> one.getNameCount() - other.getNameCount())
                .forEach(folder -> {
                    var changed = change(folder);
                    if (changed < 0) changes.remove(folder);
                    else if (changed != changes.getOrDefault(folder, 0L)) waiting.add(folder);
                });
        var listed = new ArrayList<Listed>();
        while (!waiting.isEmpty()) {
            var folder = waiting.remove();
            note(folder);
            listed.add(list(folder, waiting));
        }
        return listed;
    }

    private void note(Path folder) {
        var changed = change(folder);
        changes.put(folder, nowNanos() - changed < TICK_NANOS ? 0L : changed);
    }

    private static long nowNanos() {
        return FileTime.fromMillis(System.currentTimeMillis()).to(TimeUnit.NANOSECONDS);
    }

    /// In nanoseconds; below zero for what is no folder any more.
    private static long change(Path folder) {
        try {
            return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
                            && Files.getAttribute(folder, "unix:ctime", LinkOption.NOFOLLOW_LINKS)
                                    instanceof FileTime time
                    ? time.to(TimeUnit.NANOSECONDS)
                    : -1;
        } catch (IOException gone) {
            return -1;
        }
    }

    private Listed list(Path folder, ArrayDeque<Path> waiting) {
        var names = new HashSet<String>();
        try (var entries = Files.newDirectoryStream(folder)) {
            for (var entry : entries) {
                var name = entry.getFileName().toString();
                if (TELLING.contains(name)) names.add(name);
                if (!name.equals(GIT) && isNew(entry, name)) {
                    changes.put(entry, 0L);
                    waiting.add(entry);
                }
            }
        } catch (IOException | DirectoryIteratorException unreadable) {
            // Then the user's git does not look there either.
        }
        var isBare = names.contains("HEAD")
                && (names.contains("commondir") || (names.contains("objects") && names.contains("refs")));
        return new Listed(folder, names.contains(GIT), isBare);
    }

    private boolean isNew(Path entry, String name) {
        return changes.size() < MOST
                && !changes.containsKey(entry)
                && !name.equals(PACKAGES)
                && entry.getNameCount() - root.getNameCount() <= DEEPEST
                && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
    }
}
