package dev.pawl.tui.compose;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;

/// The paths of a folder's files, for `@`. Git says which files there are, so what it ignores is
/// left out; without Git the folder is walked. Reading it takes a while and belongs on a thread of
/// its own; searching does not block.
public final class FileIndex {
    private static final int MOST_FILES = 400_000;
    private static final int MOST_FOUND = 50;
    private static final Set<String> SKIPPED =
            Set.of(".git", "node_modules", "target", "build", ".gradle", "__pycache__", ".venv");

    private final List<String> paths;

    private FileIndex(List<String> paths) {
        this.paths = paths;
    }

    public static FileIndex empty() {
        return new FileIndex(List.of());
    }

    public static FileIndex of(List<String> paths) {
        return new FileIndex(List.copyOf(paths));
    }

    public static FileIndex read(Path folder) throws InterruptedException {
        var known = byGit(folder);
        return new FileIndex(known.isEmpty() ? byWalk(folder) : known);
    }

    public int size() {
        return paths.size();
    }

    /// The best matches, best first.
    ///
    /// @param stale whether the search is no longer wanted; then what is returned means nothing
    public List<String> find(String query, BooleanSupplier stale) {
        var letters = query.toLowerCase(Locale.ROOT);
        record Found(String path, int score) {}
        var best = new ArrayList<Found>();
        var worst = Integer.MIN_VALUE;
        for (var i = 0; i < paths.size(); i++) {
            if ((i & 4095) == 0 && stale.getAsBoolean()) return List.of();
            var score = FuzzyMatch.score(letters, paths.get(i));
            if (score < -100_000 || (best.size() >= MOST_FOUND * 4 && score <= worst)) continue;
            best.add(new Found(paths.get(i), score));
            if (best.size() >= MOST_FOUND * 8) {
                best.sort(Comparator.comparingInt(Found::score).reversed());
                best.subList(MOST_FOUND * 4, best.size()).clear();
                worst = best.getLast().score();
            }
        }
        best.sort(Comparator.comparingInt(Found::score).reversed().thenComparing(Found::path));
        return best.stream().limit(MOST_FOUND).map(Found::path).toList();
    }

    private static List<String> byGit(Path folder) throws InterruptedException {
        try {
            var git = new ProcessBuilder("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
                    .directory(folder.toFile())
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            var bytes = git.getInputStream().readAllBytes();
            if (git.waitFor() != 0) return List.of();
            var paths = new ArrayList<String>();
            for (int from = 0, at = 0; at < bytes.length && paths.size() < MOST_FILES; at++) {
                if (bytes[at] != 0) continue;
                paths.add(new String(bytes, from, at - from, StandardCharsets.UTF_8));
                from = at + 1;
            }
            return paths;
        } catch (IOException noGit) {
            return List.of();
        }
    }

    private static List<String> byWalk(Path folder) {
        var paths = new ArrayList<String>();
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path inner, BasicFileAttributes attributes) {
                    var name = inner.getFileName();
                    var skip = !inner.equals(folder) && name != null && SKIPPED.contains(name.toString());
                    return skip ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    paths.add(folder.relativize(file).toString());
                    return paths.size() < MOST_FILES ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
                }

                @Override
                public FileVisitResult visitFileFailed(Path file, IOException unreadable) {
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException unreadable) {
            // What was found so far is what can be found.
        }
        return paths;
    }
}
