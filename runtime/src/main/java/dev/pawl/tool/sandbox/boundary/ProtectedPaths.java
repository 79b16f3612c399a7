package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// The protected names of a project as they lie on the disk now.
final class ProtectedPaths {
    private ProtectedPaths() {}

    /// What is there, links resolved. Only what lies below the root counts: the rest is not
    /// writable anyway.
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

    /// Protected names that do not exist.
    static List<Path> missing(Path root) {
        var names = new ArrayList<Path>();
        for (var name : ProtectedNames.FOLDERS) names.add(root.resolve(name));
        for (var name : ProtectedNames.FILES) names.add(root.resolve(name));
        names.removeIf(SandboxBoundary::isThere);
        return names;
    }

    /// Protected names that are links: no mount holds a link, so they are put back afterwards.
    static List<Path> links(Path root) {
        return entries(root).stream()
                .filter(path -> ProtectedNames.cover(root.relativize(path)) && Files.isSymbolicLink(path))
                .toList();
    }
}
