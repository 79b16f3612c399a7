package dev.pawl.tool.checkpoint;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The checkpoints of one workspace, a small file for each. A file is there whole or not at all.
final class CheckpointFiles {
    /// The newest are kept; when there are half as many again, the oldest go.
    private static final int KEPT = 200;

    private final Path folder;

    CheckpointFiles(Path folder) {
        this.folder = folder;
    }

    /// All that can be read, the oldest first.
    List<Checkpoint> all() throws IOException {
        var all = new ArrayList<Checkpoint>();
        try (var found = Files.newDirectoryStream(folder, "*.json")) {
            for (var file : found) {
                try {
                    all.add(Checkpoint.read(Json.parse(Files.readString(file))));
                } catch (BadJson | IllegalArgumentException | java.time.DateTimeException damaged) {
                    // Not ours to lose: it stays, and is not offered.
                }
            }
        } catch (NoSuchFileException none) {
            return List.of();
        }
        all.sort(Comparator.comparingLong(Checkpoint::id));
        return all;
    }

    Optional<Checkpoint> of(String turn) throws IOException {
        return all().stream()
                .filter(one -> one.kind() == Checkpoint.Kind.TURN && one.turn().equals(turn))
                .findFirst();
    }

    long next() throws IOException {
        long last = 0;
        for (var one : all()) last = Math.max(last, one.id());
        return last + 1;
    }

    void write(Checkpoint checkpoint) throws IOException {
        Files.createDirectories(folder);
        var file = file(checkpoint.id());
        var next = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(next, checkpoint.write().write() + "\n");
        Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    void delete(Checkpoint checkpoint) throws IOException {
        Files.deleteIfExists(file(checkpoint.id()));
    }

    private Path file(long id) {
        return folder.resolve(id + ".json");
    }

    /// Whether something went.
    boolean prune() throws IOException {
        var all = all();
        if (all.size() < KEPT + KEPT / 2) return false;
        for (var old : all.subList(0, all.size() - KEPT)) delete(old);
        return true;
    }

    /// All trees that some checkpoint names.
    Set<String> trees() throws IOException {
        var trees = new HashSet<String>();
        for (var one : all()) {
            if (one.isCutOff()) trees.add(one.open());
            for (var span : one.spans()) {
                trees.add(span.before());
                trees.add(span.after());
            }
        }
        return trees;
    }
}
