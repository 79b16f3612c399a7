package dev.pawl.tool.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The places of a project from which git takes settings and hooks, wherever they lie in it: the
/// `.git` of submodules and of repositories inside, the folders that a `.git` file points to, the
/// folder of `core.hooksPath`, included settings. The user's own git runs programs that these name.
///
/// Looked for once for each root in this process, before its first command or patch: what a command
/// makes later is its own. Safe for use by many threads.
final class GitPlaces {
    private static final String GIT = ".git";
    private static final int MOST_FOLDERS = 4_000;
    private static final int DEEPEST = 12;
    private static final int MOST_FOUND = 200;
    private static final int MOST_MODULES = 2_000;
    private static final int LONGEST_POINTER = 4096;
    private static final long LARGEST_LIST = 1 << 20;

    private static final Map<PinnedRoot, Found> KNOWN = new ConcurrentHashMap<>();

    private GitPlaces() {}

    /// @param existing real paths below the root, to be kept as they are
    /// @param links    entries named `.git` that are symbolic links
    /// @param unused   where the `.git` of a submodule belongs that was not set up
    record Found(Set<Path> existing, Set<Path> links, Set<Path> unused) {}

    static Found of(PinnedRoot root) {
        return KNOWN.computeIfAbsent(root, GitPlaces::find);
    }

    private static Found find(PinnedRoot pinned) {
        var root = pinned.real();
        var search = new Search(root, new LinkedHashSet<>(), new LinkedHashSet<>());
        search.entry(root.resolve(GIT));
        var unused = new LinkedHashSet<Path>();
        for (var folder : submodules(root)) {
            search.entry(folder.resolve(GIT));
            if (isUnused(root, folder)) unused.add(folder.resolve(GIT));
        }
        search.walk();
        GitSettings.above(root).ifPresent(settings -> settings.places().forEach(search::keepNearest));
        return new Found(Set.copyOf(search.existing), Set.copyOf(search.links), unused);
    }

    private static boolean isUnused(Path root, Path folder) {
        try {
            return folder.startsWith(root)
                    && Files.isDirectory(folder)
                    && folder.toRealPath().equals(folder)
                    && !Boundary.isThere(folder.resolve(GIT));
        } catch (IOException gone) {
            return false;
        }
    }

    private record Search(Path root, Set<Path> existing, Set<Path> links) {
        /// A repository's `.git`: a folder, or a file that names one.
        void entry(Path git) {
            if (!Boundary.isThere(git) || existing.size() >= MOST_FOUND) return;
            if (Files.isSymbolicLink(git) && git.startsWith(root)) links.add(git);
            keep(git);
            if (!Files.isRegularFile(git)) return;
            pointer(git, "gitdir:").ifPresent(folder -> {
                keep(folder);
                pointer(folder.resolve("commondir"), "").ifPresent(this::keep);
            });
        }

        void keep(Path path) {
            try {
                var real = path.toRealPath();
                if (real.startsWith(root) && !real.equals(root)) existing.add(real);
            } catch (IOException missing) {
                // Nothing to keep.
            }
        }

        /// The path, or where it is missing the innermost folder above it that is there.
        void keepNearest(Path path) {
            var at = path;
            while (at != null && at.startsWith(root) && !Boundary.isThere(at)) at = at.getParent();
            if (at != null) keep(at);
        }

        /// The folders of the project, those near its top first.
        void walk() {
            var waiting = new ArrayDeque<Path>();
            waiting.add(root);
            for (var seen = 0; seen < MOST_FOLDERS && !waiting.isEmpty(); seen++) {
                var folder = waiting.remove();
                if (!folder.equals(root)) entry(folder.resolve(GIT));
                if (folder.getNameCount() - root.getNameCount() >= DEEPEST) continue;
                try (var entries = Files.newDirectoryStream(folder)) {
                    for (var entry : entries) {
                        if (waiting.size() >= MOST_FOLDERS) break;
                        if (isSearched(entry)) waiting.add(entry);
                    }
                } catch (IOException | java.nio.file.DirectoryIteratorException unreadable) {
                    // Then the user's git does not look there either.
                }
            }
        }

        private static boolean isSearched(Path entry) {
            var name = entry.getFileName().toString();
            return !name.equals(GIT)
                    && !name.equals("node_modules")
                    && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS);
        }
    }

    /// Where the work trees of the submodules lie, by `.gitmodules` and by the repository's own
    /// list of those that were set up.
    private static Set<Path> submodules(Path root) {
        var folders = new LinkedHashSet<Path>();
        for (var path : GitSettings.values(text(root.resolve(".gitmodules"), LARGEST_LIST), "path")) {
            below(root, path).ifPresent(folders::add);
        }
        var modules = root.resolve(GIT).resolve("modules");
        if (!Files.isDirectory(modules)) return folders;
        try {
            var count = new int[1];
            Files.walkFileTree(
                    modules, EnumSet.noneOf(java.nio.file.FileVisitOption.class), 6, new SimpleFileVisitor<>() {
                        @Override
                        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                            var name = folder.getFileName().toString();
                            if (name.equals("objects") || name.equals("refs") || name.equals("logs"))
                                return FileVisitResult.SKIP_SUBTREE;
                            var config = text(folder.resolve("config"), LARGEST_LIST);
                            for (var tree : GitSettings.values(config, "worktree"))
                                below(folder, tree).ifPresent(folders::add);
                            return ++count[0] > MOST_MODULES ? FileVisitResult.TERMINATE : FileVisitResult.CONTINUE;
                        }
                    });
        } catch (IOException unreadable) {
            // Those that were found are kept.
        }
        return folders;
    }

    private static Optional<Path> below(Path folder, String relative) {
        try {
            return Optional.of(folder.resolve(relative).normalize());
        } catch (InvalidPathException notAPath) {
            return Optional.empty();
        }
    }

    /// The folder that a file of one line names.
    private static Optional<Path> pointer(Path file, String label) {
        var line = text(file, LONGEST_POINTER).strip();
        if (line.isEmpty() || !line.startsWith(label)) return Optional.empty();
        return below(file.resolveSibling(""), line.substring(label.length()).strip());
    }

    /// The text of a plain file; empty for anything else.
    private static String text(Path file, long most) {
        if (!Files.isRegularFile(file)) return "";
        try (var in = Files.newInputStream(file)) {
            return new String(in.readNBytes((int) most), UTF_8);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
