package dev.pawl.tool.checkpoint;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// How a small folder looked at one moment, by what the file system says of each file. Two equal
/// ones mean that nothing was written in between, without asking git, whose start costs more than
/// the look.
final class Glance {
    /// A larger folder is git's: it has an index for it.
    private static final int MOST = 2_000;

    /// A file written so shortly before the look could be written again without a new time.
    private static final Duration GRAIN = Duration.ofMillis(50);

    private final Map<Path, Stamp> stamps;
    private final boolean settled;

    /// By the file system's own names: inode, size, mode, and when any of it changed.
    private record Stamp(Map<String, Object> attributes) {}

    private Glance(Map<Path, Stamp> stamps, boolean settled) {
        this.stamps = stamps;
        this.settled = settled;
    }

    /// Nothing when the folder is large, changes under the look, or has no such times.
    static Optional<Glance> at(Path folder, Predicate<Path> skipped) {
        var before = System.currentTimeMillis() - GRAIN.toMillis();
        var look = new Look(skipped);
        try {
            Files.walkFileTree(folder, look);
        } catch (IOException | UnsupportedOperationException | IllegalArgumentException moved) {
            return Optional.empty();
        }
        if (look.stamps.size() >= MOST) return Optional.empty();
        return Optional.of(new Glance(look.stamps, look.newest.toMillis() < before));
    }

    boolean isSame(Glance later) {
        return settled && stamps.equals(later.stamps);
    }

    private static final class Look extends SimpleFileVisitor<Path> {
        private final Predicate<Path> skipped;
        private final Map<Path, Stamp> stamps = new HashMap<>();
        private FileTime newest = FileTime.fromMillis(0);

        Look(Predicate<Path> skipped) {
            this.skipped = skipped;
        }

        @Override
        public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) throws IOException {
            return skipped.test(folder) ? FileVisitResult.SKIP_SUBTREE : visitFile(folder, attributes);
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
            var found = Files.readAttributes(file, "unix:ino,size,mode,ctime", LinkOption.NOFOLLOW_LINKS);
            if (found.get("ctime") instanceof FileTime changed && changed.compareTo(newest) > 0) newest = changed;
            stamps.put(file, new Stamp(Map.copyOf(found)));
            return stamps.size() < MOST ? FileVisitResult.CONTINUE : FileVisitResult.TERMINATE;
        }
    }
}
