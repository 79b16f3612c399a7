package dev.pawl.tool.sandbox;

import java.io.IOException;
import java.nio.file.Path;

/// What commands find read-only inside their writable folders, for tools that write files.
public final class KeptPlaces {
    private static final String GIT = ".git";

    private KeptPlaces() {}

    /// Whether a path must stay as it is: a protected name, anything of a repository's own, a place
    /// that git takes settings or hooks from, Pawl's own program.
    public static boolean cover(Confinement confinement, Path path) {
        for (var root : confinement.projects()) {
            var inside = root.inside(path);
            if (inside.isEmpty()) continue;
            if (ProtectedNames.cover(inside.get()) || isOfARepository(inside.get())) return true;
            if (root.exists()
                    && GitPlaces.of(root).existing().stream()
                            .anyMatch(kept -> root.real().resolve(inside.get()).startsWith(kept))) return true;
        }
        return confinement.kept().stream().anyMatch(kept -> path.startsWith(kept) || path.startsWith(real(kept)));
    }

    private static boolean isOfARepository(Path inside) {
        for (var name : inside) if (ProtectedNames.isSameName(name.toString(), GIT)) return true;
        return false;
    }

    private static Path real(Path path) {
        try {
            return path.toRealPath();
        } catch (IOException missing) {
            return path;
        }
    }
}
