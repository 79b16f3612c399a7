package dev.pawl.main;

import dev.pawl.card.Card;
import dev.pawl.codex.TranscriptFile;
import dev.pawl.codex.TranscriptLines;
import dev.pawl.host.Host;
import dev.pawl.provider.responses.ResponseItems;
import dev.pawl.resource.Version;
import dev.pawl.thread.ChatThread;
import dev.pawl.threads.Library;
import dev.pawl.tool.sandbox.boundary.Descriptor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A host without a worker, and the transcripts of Codex.
record LocalLibrary(Host host, Path codexHome) implements Library {
    private static final long LARGEST_TRANSCRIPT = 1L << 30;

    @Override
    public List<String> transcript(ChatThread thread, List<Card> history) {
        return new TranscriptLines(Version.NUMBER).whole(thread, history);
    }

    @Override
    public TranscriptFile.Contents transcript(Path file) throws IOException {
        try (var opened = Descriptor.following(file.toAbsolutePath())) {
            if (!opened.isPlainFile()) throw new IOException("it is not a plain file");
            if (Files.size(opened.path()) > LARGEST_TRANSCRIPT)
                throw new IOException("it is larger than " + (LARGEST_TRANSCRIPT >> 20) + " MiB");
            try (var reader = Files.newBufferedReader(opened.path())) {
                return TranscriptFile.read(reader, ResponseItems::read);
            }
        }
    }

    @Override
    public void close() {
        host.close();
    }
}
