package dev.pawl.threads;

import dev.pawl.card.Card;
import dev.pawl.cli.Arguments;
import dev.pawl.codex.TranscriptFile;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.host.Host;
import dev.pawl.thread.ChatThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// The store, opened to look at threads and to order them; made by the wiring.
public interface Library extends AutoCloseable {
    /// A host that runs no turns.
    Host host();

    default Gateway gateway() {
        return host().gateway();
    }

    default StatusReader statuses() {
        return host().statuses();
    }

    default ThreadOperations keeping() {
        return host().operations();
    }

    default Instant now() {
        return host().now();
    }

    /// A history as Codex writes it down, line by line.
    List<String> transcript(ChatThread thread, List<Card> history);

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
