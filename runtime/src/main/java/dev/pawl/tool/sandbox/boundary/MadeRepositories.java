package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Repositories that commands make inside a project, below its own: the user's git would run
/// programs that their settings and hooks name. They are looked at when a command has ended, and
/// before anything runs outside of the sandbox. A plain one stays; another is put aside. Safe for
/// use by many threads.
final class MadeRepositories {
    private static final String GIT = ".git";
    private static final String HEAD = "HEAD";

    private final PinnedRoot root;
    private final ProjectFolders folders;
    /// What git needs of each: the entry `.git`, or the `HEAD` of one without a work tree.
    private final Set<Path> known = new HashSet<>();

    private final Set<Path> made = new HashSet<>();

    /// @param folders as they are before the first command
    /// @param listed  what they hold
    MadeRepositories(PinnedRoot root, ProjectFolders folders, List<ProjectFolders.Listed> listed) {
        this.root = root;
        this.folders = folders;
        for (var one : listed) collect(one, known);
        known.add(root.real().resolve(GIT));
    }

    private static void collect(ProjectFolders.Listed listed, Set<Path> entries) {
        if (listed.hasGit()) entries.add(listed.folder().resolve(GIT));
        if (listed.isBare()) entries.add(listed.folder().resolve(HEAD));
    }

    synchronized void check() {
        for (var one : folders.changed()) collect(one, made);
        made.removeIf(entry -> known.contains(entry) || !SandboxBoundary.isThere(entry));
        for (var entry : made) {
            // By way of the root: no link that is swapped in leads elsewhere.
            try (var opened = root.open();
                    var folder = opened.below(root.real().relativize(entry.resolveSibling("")))) {
                var name = entry.getFileName().toString();
                if (!isPlain(folder, name)) NewRepositories.putAside(folder.at(name));
            } catch (IOException gone) {
                // It was moved or removed meanwhile; the next look finds it.
            }
        }
    }

    private static boolean isPlain(Descriptor folder, String name) throws IOException {
        if (name.equals(HEAD)) return NewRepositories.isPlain(folder);
        if (!Files.isDirectory(folder.at(name), java.nio.file.LinkOption.NOFOLLOW_LINKS)) return false;
        try (var git = folder.folder(name)) {
            return NewRepositories.isPlain(git);
        }
    }
}
