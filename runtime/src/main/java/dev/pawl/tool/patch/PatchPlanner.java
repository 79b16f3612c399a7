package dev.pawl.tool.patch;

import dev.pawl.card.Detail.FileChange;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Matches a patch against the files and says what is to be done. Reads only: whatever is wrong
/// with any part of the patch is found before anything is written.
final class PatchPlanner {
    private static final String NOT_FOUND = "No such file or directory (os error 2)";

    private final GuardedFiles files;
    private final Path folder;
    private final Set<Path> targets = new HashSet<>();
    private final List<Step> steps = new ArrayList<>();
    private final List<FileChange> changes = new ArrayList<>();
    private final List<String> added = new ArrayList<>();
    private final List<String> modified = new ArrayList<>();
    private final List<String> deleted = new ArrayList<>();

    private PatchPlanner(GuardedFiles files, Path folder) {
        this.files = files;
        this.folder = folder;
    }

    /// @param folder where relative paths start
    static PatchPlan plan(List<Hunk> hunks, GuardedFiles files, Path folder) throws BadPatch {
        var planner = new PatchPlanner(files, folder);
        for (var hunk : hunks) {
            switch (hunk) {
                case Hunk.Add add -> planner.add(add);
                case Hunk.Delete delete -> planner.delete(delete);
                case Hunk.Update update -> planner.update(update);
            }
        }
        return new PatchPlan(planner.steps, planner.changes, planner.summary());
    }

    /// The paths a patch names, also when it does not fit.
    static List<Path> targets(List<Hunk> hunks, Path folder) throws BadPatch {
        var paths = new ArrayList<Path>();
        for (var hunk : hunks) {
            paths.add(resolve(folder, hunk.path()));
            if (hunk instanceof Hunk.Update(var _, var moveTo, var _) && !moveTo.isEmpty())
                paths.add(resolve(folder, moveTo));
        }
        return paths;
    }

    static Path resolve(Path folder, String path) throws BadPatch {
        try {
            return folder.resolve(path).normalize();
        } catch (InvalidPathException impossible) {
            throw BadPatch.files("invalid path: " + impossible.getReason());
        }
    }

    private void add(Hunk.Add add) throws BadPatch {
        var target = target(add.path());
        var before = read(target, "Failed to write file ");
        requireWritable(target, before);
        var after = new Contents(
                add.contents().getBytes(StandardCharsets.UTF_8),
                before.map(Contents::permissions).orElse(Set.of()));
        steps.add(new Step.Write(target, before, after));
        var diff = before.map(old -> diff(old.bytes(), add.contents())).orElse(UnifiedDiff.between("", add.contents()));
        changes.add(new FileChange(target.toString(), FileChange.Kind.ADD, "", diff));
        added.add(add.path());
    }

    private void delete(Hunk.Delete delete) throws BadPatch {
        var target = target(delete.path());
        Optional<Contents> before;
        try {
            before = files.read(target);
        } catch (IOException notAFile) {
            before = Optional.empty();
        }
        var was = before.orElseThrow(() -> BadPatch.files("Failed to delete file " + target));
        steps.add(new Step.Remove(target, was));
        changes.add(new FileChange(target.toString(), FileChange.Kind.DELETE, "", diff(was.bytes(), "")));
        deleted.add(delete.path());
    }

    private void update(Hunk.Update update) throws BadPatch {
        var source = target(update.path());
        var complaint = "Failed to read file to update ";
        var before = read(source, complaint).orElseThrow(() -> BadPatch.files(complaint + source + ": " + NOT_FOUND));
        var old = text(before.bytes())
                .orElseThrow(() -> BadPatch.files(complaint + source + ": stream did not contain valid UTF-8"));
        var now = Update.apply(old, update.chunks(), source.toString());
        var after = new Contents(now.getBytes(StandardCharsets.UTF_8), before.permissions());
        var moves =
                !update.moveTo().isEmpty() && !resolve(folder, update.moveTo()).equals(source);
        var target = moves ? target(update.moveTo()) : source;
        var there = moves ? read(target, "Failed to write file ") : Optional.of(before);
        requireWritable(target, there);
        steps.add(new Step.Write(target, there, after));
        if (moves) steps.add(new Step.Remove(source, before));
        changes.add(new FileChange(
                source.toString(),
                FileChange.Kind.UPDATE,
                moves ? target.toString() : "",
                UnifiedDiff.between(old, now)));
        modified.add(moves ? update.moveTo() : update.path());
    }

    private Path target(String path) throws BadPatch {
        var target = resolve(folder, path);
        if (!targets.add(target)) throw BadPatch.files("multiple operations target " + target);
        return target;
    }

    private Optional<Contents> read(Path path, String complaint) throws BadPatch {
        try {
            return files.read(path);
        } catch (IOException wrong) {
            throw BadPatch.files(complaint + path + ": " + why(wrong));
        }
    }

    /// A file that is marked as not to be written stays as it is, though its folder would allow it.
    private static void requireWritable(Path path, Optional<Contents> there) throws BadPatch {
        if (there.isPresent() && !Files.isWritable(path)) {
            throw BadPatch.files("Failed to write file " + path + ": Permission denied (os error 13)");
        }
    }

    static String why(IOException wrong) {
        return switch (wrong) {
            case AccessDeniedException _ -> "Permission denied (os error 13)";
            case NotDirectoryException _ -> "Not a directory (os error 20)";
            case FileSystemException link
            when String.valueOf(link.getReason()).contains("symbolic") -> "refusing to follow a symbolic link";
            case FileSystemException other when other.getReason() != null -> other.getReason();
            default -> String.valueOf(wrong.getMessage());
        };
    }

    private static String diff(byte[] before, String after) {
        return text(before).map(old -> UnifiedDiff.between(old, after)).orElse("Binary files differ\n");
    }

    private static Optional<String> text(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException notText) {
            return Optional.empty();
        }
    }

    private String summary() {
        var summary = new StringBuilder("Success. Updated the following files:\n");
        added.forEach(path -> summary.append("A ").append(path).append('\n'));
        modified.forEach(path -> summary.append("M ").append(path).append('\n'));
        deleted.forEach(path -> summary.append("D ").append(path).append('\n'));
        return summary.toString();
    }
}
