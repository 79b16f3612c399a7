package dev.pawl.main;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// What a person typed at the terminal, in all threads: `history.jsonl`, one line each, for the
/// person alone. A copy for the arrow keys; the store has what was said.
///
/// @param file need not be there
record PromptLog(Path file) {
    private static final FileAttribute<Set<PosixFilePermission>> OWN =
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));
    private static final int MOST_KEPT = 1_000;
    private static final long LARGEST = 2_000_000;

    /// The oldest first.
    List<String> read() {
        try {
            var texts = new ArrayList<String>();
            for (var line : Files.readAllLines(file)) {
                try {
                    texts.add(Json.parse(line).text("text", ""));
                } catch (BadJson cut) {
                    // A line that was cut off by the end of a process.
                }
            }
            return texts.subList(Math.max(0, texts.size() - MOST_KEPT), texts.size());
        } catch (IOException none) {
            return List.of();
        }
    }

    void add(String text, Instant at) {
        try {
            if (Files.exists(file) && Files.size(file) > LARGEST) shorten();
            var line = Json.object()
                            .with("ts", at.getEpochSecond())
                            .with("text", text)
                            .write() + "\n";
            if (!Files.exists(file)) Files.createFile(file, OWN);
            Files.writeString(file, line, StandardOpenOption.APPEND);
        } catch (IOException full) {
            // The arrow keys know it while this process runs.
        }
    }

    private void shorten() throws IOException {
        var lines = Files.readAllLines(file);
        Files.write(file, lines.subList(lines.size() / 2, lines.size()));
    }
}
