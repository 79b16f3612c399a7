package dev.pawl.threads;

import dev.pawl.card.Card;
import dev.pawl.cli.Arguments;
import dev.pawl.codex.TranscriptFile;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// The store, opened to look at threads and to order them; made by the wiring.
public interface Library extends AutoCloseable {
    Gateway gateway();

    StatusReader statuses();

    ThreadKeeping keeping();

    Instant now();

    String fresh();

    /// A history as Codex writes it down, line by line.
    List<String> transcript(ChatThread thread, List<Card> history);

    /// What can still be read of a thread whose records are damaged.
    Salvage salvage(ThreadId thread);

    /// @param lost how many cards could not be read
    record Salvage(List<Card> history, int lost) {}

    /// Gives the room of deleted threads back to the disk.
    void reclaim();

    /// A file that Codex wrote.
    TranscriptFile.Contents transcript(Path file) throws IOException;

    /// Where Codex keeps its own files.
    Path codexHome();

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Opener {
        Library open(Arguments arguments);
    }
}
