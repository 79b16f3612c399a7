package dev.pawl.tool.sandbox;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/// A folder without some of what is in it, as a list of what is left. Landlock only knows how to
/// allow: what must stay out is left out, and everything beside it is named.
///
/// A folder that had to be opened up this way is not in the list itself, so nothing new can be made
/// right in it.
final class LandlockPaths {
    private static final int MOST = 20_000;

    private final Collection<Path> holes;
    private final List<Path> left = new ArrayList<>();

    private LandlockPaths(Collection<Path> holes) {
        this.holes = holes;
    }

    /// @throws IOException when there is too much to name
    static List<Path> of(Path root, Collection<Path> holes) throws IOException {
        var carve = new LandlockPaths(holes);
        carve.add(root);
        return carve.left;
    }

    private void add(Path path) throws IOException {
        if (holes.contains(path)) return;
        if (holes.stream().noneMatch(hole -> hole.startsWith(path))) {
            left.add(path);
            if (left.size() > MOST) throw new IOException("more than " + MOST + " entries beside what is protected");
            return;
        }
        if (!Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) return;
        try (var entries = Files.newDirectoryStream(path)) {
            for (var entry : entries) {
                // A link allows nothing by itself: what it leads to is in the list or is not.
                if (!Files.isSymbolicLink(entry)) add(entry);
            }
        } catch (IOException unreadable) {
            if (left.size() > MOST) throw unreadable;
        }
    }
}
