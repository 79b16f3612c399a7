package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The places from which git takes settings and hooks for a project, wherever they lie: the `.git`
/// of the repository that the project belongs to, of submodules and of repositories inside, the
/// folders that a `.git` file points to, the folder of `core.hooksPath`, included settings. The
/// user's own git runs programs that these name.
///
/// Looked for once for each root in this process, before its first command or patch: what a command
/// makes later is its own, and looked after by [MadeRepositories]. Safe for use by many threads.
public final class GitPlaces {
    private static final String GIT = ".git";
    private static final int MOST_FOUND = 200;
    private static final int MOST_MODULES = 2_000;
    private static final int LONGEST_POINTER = 4096;
    private static final long LARGEST_LIST = 1 << 20;

    private static final Map<PinnedRoot, Found> KNOWN = new ConcurrentHashMap<>();

    private GitPlaces() {}

    /// @param existing real paths to be kept as they are; some may lie outside of the root
    /// @param links    entries named `.git` that are symbolic links
    /// @param unused   where git would look for a `.git` that is missing: in a submodule that was
    ///                 not set up, in the folders above the project
    /// @param above    the folders above the root that belong to the same repository
    /// @param made     what commands make later
    record Found(Set<Path> existing, Set<Path> links, Set<Path> unused, List<Path> above, MadeRepositories made) {}

    /// Puts aside what commands have made of repositories in the projects that would run programs.
    public static void check(Collection<PinnedRoot> projects) {
        for (var project : projects) {
            if (project.exists()) of(project).made().check();
        }
    }

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
        var folders = new ProjectFolders(root);
        var listed = folders.changed();
        for (var one : listed) {
            if (one.hasGit() && !one.folder().equals(root))
                search.entry(one.folder().resolve(GIT));
        }
        var repository = GitSettings.above(root);
        repository.ifPresent(settings -> settings.places().forEach(search::keepNearest));
        var above = new ArrayList<Path>();
        for (var at = root; at != null && !has(repository, at); at = at.getParent()) {
            if (!at.equals(root)) unused.add(at.resolve(GIT));
            if (repository.isPresent() && at.getParent() != null) above.add(at.getParent());
        }
        above.forEach(folder -> search.entry(folder.resolve(GIT)));
        var made = new MadeRepositories(pinned, folders, listed);
        return new Found(Set.copyOf(search.existing), Set.copyOf(search.links), unused, List.copyOf(above), made);
    }

    private static boolean has(Optional<GitSettings> repository, Path folder) {
        return repository.isPresent() && repository.get().repository().equals(folder);
    }

    private static boolean isUnused(Path root, Path folder) {
        try {
            return folder.startsWith(root)
                    && Files.isDirectory(folder)
                    && folder.toRealPath().equals(folder)
                    && !SandboxBoundary.isThere(folder.resolve(GIT));
        } catch (IOException gone) {
            return false;
        }
    }

    private record Search(Path root, Set<Path> existing, Set<Path> links) {
        /// A repository's `.git`: a folder, or a file that names one.
        void entry(Path git) {
            if (!SandboxBoundary.isThere(git) || existing.size() >= MOST_FOUND) return;
            if (Files.isSymbolicLink(git)) links.add(git);
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
                if (!root.startsWith(real)) existing.add(real);
            } catch (IOException missing) {
                // Nothing to keep.
            }
        }

        /// The path, or where it is missing the innermost folder above it that is there.
        void keepNearest(Path path) {
            var at = path;
            while (at != null && at.startsWith(root) && !SandboxBoundary.isThere(at)) at = at.getParent();
            if (at != null) keep(at);
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
        if (!Files.exists(file)) return "";
        try (var opened = Descriptor.following(file)) {
            return opened.text(most);
        } catch (IOException unreadable) {
            return "";
        }
    }
}
