package dev.pawl.main;

import dev.pawl.card.Card;
import dev.pawl.card.Usage;
import dev.pawl.cli.Console;
import dev.pawl.config.ThreadSettings;
import dev.pawl.exec.Engine;
import dev.pawl.exec.ProgressTerminal;
import dev.pawl.host.Host;
import dev.pawl.id.TurnId;
import dev.pawl.resource.FileTrouble;
import dev.pawl.thread.ChatThread;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// A host for one command, and what the command line says of it.
///
/// @param terminal where progress is drawn
record LocalEngine(Host host, ThreadSettings settings, Optional<ProgressTerminal> terminal) implements Engine {
    @Override
    public boolean mayWorkHere() {
        return settings.setups().mayWorkHere();
    }

    @Override
    public ChatThread adjusted(ChatThread thread) {
        var setups = settings.setups();
        settings.environments().pinAnew(thread.id(), setups.namedFolders());
        return thread.with(settings.in(setups.folder(thread.setup())).adjusted(thread.setup()), host.now());
    }

    @Override
    public void transcribe(ChatThread thread, TurnId turn, List<Card> cards) {
        var folder = settings.transcripts();
        if (folder.isEmpty()) return;
        try {
            new Transcript(folder.get(), thread).append(turn, cards);
        } catch (IOException full) {
            // The store has it all; the transcript is a copy for others.
            Console.warn("the transcript could not be written: " + FileTrouble.of(full));
        }
    }

    @Override
    public Optional<Double> cost(String model, Usage usage) {
        return settings.spending().prices().cost(model, usage);
    }

    @Override
    public void callAttention(String words) {
        settings.hookConfig().callAttention(words);
    }

    @Override
    public void close() {
        host.close();
    }
}
