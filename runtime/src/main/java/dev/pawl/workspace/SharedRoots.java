package dev.pawl.workspace;

import java.nio.file.Path;
import java.util.List;

/// Folders that are the same under the same path on every machine of a fleet. Immutable.
public record SharedRoots(List<Path> roots) {
    public static final SharedRoots NONE = new SharedRoots(List.of());

    public SharedRoots {
        roots = roots.stream().map(root -> root.toAbsolutePath().normalize()).toList();
    }

    /// Whether a folder lies below one of them; `..` in it is resolved, links are not.
    public boolean hold(Path folder) {
        var plain = folder.normalize();
        return plain.isAbsolute() && roots.stream().anyMatch(plain::startsWith);
    }
}
