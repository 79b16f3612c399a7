package dev.pawl.tool.sandbox.boundary;

import java.io.IOException;
import java.nio.file.Path;

/// What commands find read-only inside their writable folders, for tools that write files.
public final class KeptPlaces {
    private static final String GIT = ".git";

    private KeptPlaces() {}

    /// Whether a path must stay as it is: a protected name, anything of a repository's own, a place
    /// that git takes settings or hooks from, Pawl's own program.
    public static boolean cover(Confinement confinement, Path path) {
        var place = place(confinement, path);
        for (var root : confinement.projects()) {
            var inside = root.inside(path);
            if (inside.isPresent() && (ProtectedNames.cover(inside.get()) || isOfARepository(inside.get())))
                return true;
            if (root.exists() && isOfItsRepository(GitPlaces.of(root), place)) return true;
        }
        return confinement.kept().stream().anyMatch(kept -> isKept(confinement, real(kept), place));
    }

    /// Where a path really is: the tools that ask follow no links below a root.
    private static Path place(Confinement confinement, Path path) {
        return confinement.writable().stream()
                .flatMap(root -> root.inside(path).map(inside -> root.real().resolve(inside)).stream())
                .findFirst()
                .orElse(path);
    }

    /// A writable folder inside of what is kept is written.
    private static boolean isKept(Confinement confinement, Path kept, Path place) {
        return place.startsWith(kept)
                && confinement.writable().stream()
                        .map(PinnedRoot::real)
                        .noneMatch(root -> place.startsWith(root) && root.startsWith(kept) && !root.equals(kept));
    }

    private static boolean isOfItsRepository(GitPlaces.Found git, Path place) {
        return git.existing().stream().anyMatch(place::startsWith)
                || git.above().stream()
                        .anyMatch(folder -> place.startsWith(folder) && ProtectedNames.cover(folder.relativize(place)))
                || git.unused().stream().anyMatch(place::startsWith);
    }

    /// Puts aside repositories that commands have made in the projects and that would run programs.
    /// To be called before anything runs there without a sandbox.
    public static void checkMadeRepositories(Confinement confinement) {
        GitPlaces.check(confinement.projects());
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
