package dev.pawl.main;

import dev.pawl.briefing.LocalClock;
import dev.pawl.card.Card;
import dev.pawl.codex.TranscriptLines;
import dev.pawl.id.TurnId;
import dev.pawl.resource.Version;
import dev.pawl.thread.ChatThread;
import dev.pawl.tool.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/// A thread as Codex writes it down: `sessions/YYYY/MM/DD/rollout-TIME-ID.jsonl`. Written after the
/// turn's commit and never read back: the store is the truth.
final class Transcript {
    private static final TranscriptLines LINES = new TranscriptLines(Version.NUMBER);
    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("yyyy/MM/dd");
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss");

    private final Path home;
    private final Path file;
    private final ChatThread thread;

    Transcript(Path home, ChatThread thread) {
        this.home = home;
        this.thread = thread;
        var began = LocalClock.at(thread.createdAt());
        var folder = home.resolve("sessions").resolve(began.format(DAY));
        var name = RunFolder.fileName(thread.id().value());
        this.file = folder.resolve("rollout-" + began.format(TIME) + "-" + name + ".jsonl");
    }

    /// Where the file is, or will be: archived threads have a folder of their own.
    Path file() {
        return thread.archived() ? archived() : file;
    }

    private Path archived() {
        return home.resolve("archived_sessions").resolve(String.valueOf(file.getFileName()));
    }

    /// Puts the file where the thread's state wants it.
    void move() throws IOException {
        var from = thread.archived() ? file : archived();
        if (!Files.exists(from)) return;
        Files.createDirectories(file().getParent());
        Files.move(from, file(), StandardCopyOption.REPLACE_EXISTING);
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
        Files.deleteIfExists(archived());
    }

    void append(TurnId turn, List<Card> cards) throws IOException {
        var lines = new ArrayList<String>();
        if (!Files.exists(file)) lines.add(LINES.meta(thread));
        lines.addAll(LINES.turn(turn, cards));
        Files.createDirectories(file.getParent());
        var text = String.join("\n", lines) + "\n";
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /// The last turns no longer count.
    void dropped(int turns, Instant at) throws IOException {
        if (!Files.exists(file())) return;
        Files.writeString(file(), LINES.dropped(turns, at) + "\n", StandardOpenOption.APPEND);
    }
}
