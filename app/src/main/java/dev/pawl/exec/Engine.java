package dev.pawl.exec;

import dev.pawl.card.Card;
import dev.pawl.card.Usage;
import dev.pawl.cli.Arguments;
import dev.pawl.gateway.Gateway;
import dev.pawl.host.Host;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import java.util.List;
import java.util.Optional;

/// What `exec` needs of the rest of the program, made by the wiring.
public interface Engine extends AutoCloseable {
    /// The store, and a worker for the threads that are carried here.
    Host host();

    default Gateway gateway() {
        return host().gateway();
    }

    /// Whether the folder is in a git repository, or the command line says that it need not be.
    boolean mayWorkHere();

    /// The thread set up anew by what was given on this command line.
    ChatThread adjusted(ChatThread thread);

    /// Runs the thread's turns here until this one is over, or a person is needed; returns whether
    /// it is over.
    default boolean carry(ThreadId thread, TurnId turn) throws InterruptedException {
        return host().carry(thread, turn);
    }

    /// Writes a turn down in Codex's own form, where the settings ask for it.
    void transcribe(ChatThread thread, TurnId turn, List<Card> cards);

    /// Where progress is drawn; empty when stderr is no terminal, or one that cannot draw.
    default Optional<ProgressTerminal> terminal() {
        return Optional.empty();
    }

    /// What a use of a model costs in USD; empty when the settings name no price.
    default Optional<Double> cost(String model, Usage usage) {
        return Optional.empty();
    }

    /// Tells a person who looks elsewhere, where the terminal can.
    default void callAttention(String words) {}

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Starter {
        Engine start(Arguments arguments);
    }
}
