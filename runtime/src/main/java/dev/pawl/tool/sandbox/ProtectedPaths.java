package dev.pawl.tool.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The protected names of a project as they lie on the disk now.
final class ProtectedPaths {
    private static final int LONGEST_POINTER = 4096;

    private ProtectedPaths() {}

    /// What is there, links resolved, and where a `.git` file points. Only what lies below the root
    /// counts: the rest is not writable anyway.
    static Set<Path> existing(Path root) {
        var found = new LinkedHashSet<Path>();
        for (var path : entries(root)) {
            if (!ProtectedNames.cover(root.relativize(path))) continue;
            try {
                var real = path.toRealPath();
                if (real.startsWith(root) && !real.equals(root)) found.add(real);
            } catch (IOException dangling) {
                // A link to nowhere is looked after by Links.
            }
            if (path.endsWith(".git") && Files.isRegularFile(path)) pointer(path, root, found);
        }
        return found;
    }

    private static List<Path> entries(Path root) {
        try (var all = Files.newDirectoryStream(root)) {
            var entries = new ArrayList<Path>();
            all.forEach(entries::add);
            return entries;
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /// A worktree's `.git` is a file with the name of the real folder.
    private static void pointer(Path file, Path root, Set<Path> found) {
        try (var in = Files.newInputStream(file)) {
            var text = new String(in.readNBytes(LONGEST_POINTER), java.nio.charset.StandardCharsets.UTF_8).strip();
            if (!text.startsWith("gitdir:")) return;
            var target =
                    root.resolve(text.substring("gitdir:".length()).strip()).toRealPath();
            if (target.startsWith(root) && !target.equals(root)) found.add(target);
        } catch (IOException | java.nio.file.InvalidPathException leadsNowhere) {
            // Then there is nothing to protect behind it.
        }
    }

    /// What nobody may make where it is missing.
    static List<Path> guarded(Path root) {
        var names = new ArrayList<Path>();
        for (var name : ProtectedNames.FOLDERS) names.add(root.resolve(name));
        for (var name : ProtectedNames.FILES) names.add(root.resolve(name));
        return names;
    }

    /// What nobody may make.
    static List<Path> missing(Path root) {
        return guarded(root).stream().filter(path -> !Mounts.isThere(path)).toList();
    }

    static boolean isFolder(Path path) {
        return ProtectedNames.FOLDERS.contains(path.getFileName().toString());
    }

    /// Protected names that are links: no mount holds a link, so they are put back afterwards.
    static List<Path> links(Path root) {
        return entries(root).stream()
                .filter(path -> ProtectedNames.cover(root.relativize(path)) && Files.isSymbolicLink(path))
                .toList();
    }
}
