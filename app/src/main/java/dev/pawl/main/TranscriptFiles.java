package dev.pawl.main;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.card.Card;
import dev.pawl.cli.Console;
import dev.pawl.id.TurnId;
import dev.pawl.resource.FileTrouble;
import dev.pawl.thread.ChatThread;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/// The transcripts of a home. One that cannot be written is told of and holds nobody up: the store
/// has it all.
record TranscriptFiles(Path home) implements Backend.Transcripts {
    @Override
    public String place(ChatThread thread) {
        return new Transcript(home, thread).file().toString();
    }

    @Override
    public void append(ChatThread thread, TurnId turn, List<Card> cards) {
        attempt(() -> new Transcript(home, thread).append(turn, cards));
    }

    @Override
    public void dropped(ChatThread thread, int turns) {
        attempt(() -> new Transcript(home, thread).dropped(turns, Instant.now()));
    }

    @Override
    public void move(ChatThread thread) {
        attempt(() -> new Transcript(home, thread).move());
    }

    @Override
    public void delete(ChatThread thread) {
        attempt(() -> new Transcript(home, thread).delete());
    }

    @FunctionalInterface
    private interface Writing {
        void run() throws IOException;
    }

    private static void attempt(Writing writing) {
        try {
            writing.run();
        } catch (IOException full) {
            Console.warn("the transcript could not be written: " + FileTrouble.of(full));
        }
    }
}
