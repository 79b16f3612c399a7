package dev.pawl.appserver.workspace;

import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Files and folders whose path has the letters of a query in this order, the best first. Links are
/// not followed; folders that hold what tools made are not looked into.
final class FuzzyFiles {
    private static final int MOST = 50;
    private static final int LOOKED_AT = 200_000;
    private static final Set<String> SKIPPED = Set.of(".git", "node_modules", "target", ".gradle", "__pycache__");

    private FuzzyFiles() {}

    /// @param indices where the letters stand in the path
    record Match(Path root, String path, boolean isFolder, int score, List<Integer> indices) {
        Json json() {
            return Json.object()
                    .with("root", root.toString())
                    .with("path", path)
                    .with("match_type", isFolder ? "directory" : "file")
                    .with("file_name", path.substring(path.lastIndexOf('/') + 1))
                    .with("score", score)
                    .with("indices", Json.array(indices.stream().map(Json::of).toList()));
        }
    }

    static List<Match> find(String query, List<Path> roots) {
        var found = new ArrayList<Match>();
        if (query.isEmpty()) return found;
        for (var root : roots) walk(root, query.toLowerCase(Locale.ROOT), found);
        found.sort(Comparator.comparingInt(Match::score).reversed().thenComparing(Match::path));
        return found.subList(0, Math.min(MOST, found.size()));
    }

    private static void walk(Path root, String query, List<Match> found) {
        var left = new int[] {LOOKED_AT};
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    if (folder.equals(root)) return FileVisitResult.CONTINUE;
                    if (SKIPPED.contains(folder.getFileName().toString())) return FileVisitResult.SKIP_SUBTREE;
                    return look(folder, true);
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    return look(file, false);
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                    return FileVisitResult.CONTINUE;
                }

                private FileVisitResult look(Path path, boolean isFolder) {
                    if (--left[0] < 0) return FileVisitResult.TERMINATE;
                    match(root, root.relativize(path).toString(), isFolder, query)
                            .ifPresent(found::add);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            // What was found so far is what can be found.
        }
    }

    /// The letters from the end on, so that the file's own name counts first. Letters side by side
    /// and at the beginning of a word are better ones.
    private static Optional<Match> match(Path root, String path, boolean isFolder, String query) {
        var lower = path.toLowerCase(Locale.ROOT);
        var whole = lower.lastIndexOf(query);
        var indices = new ArrayList<Integer>();
        if (whole >= 0) {
            for (var i = 0; i < query.length(); i++) indices.add(whole + i);
        } else {
            var at = lower.length();
            for (var i = query.length() - 1; i >= 0; i--) {
                at = at == 0 ? -1 : lower.lastIndexOf(query.charAt(i), at - 1);
                if (at < 0) return Optional.empty();
                indices.addFirst(at);
            }
        }
        var score = 0;
        for (var i = 0; i < indices.size(); i++) {
            var index = indices.get(i);
            score += 16;
            if (i > 0 && indices.get(i - 1) == index - 1) score += 8;
            if (index == 0 || !Character.isLetterOrDigit(path.charAt(index - 1))) score += 8;
        }
        return Optional.of(new Match(root, path, isFolder, score, List.copyOf(indices)));
    }
}
