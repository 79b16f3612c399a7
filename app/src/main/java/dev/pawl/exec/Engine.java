package dev.pawl.exec;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.cli.Arguments;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import java.util.List;

/// What `exec` needs of the rest of the program, made by the wiring.
public interface Engine extends AutoCloseable {
    /// How a turn stands when `carry` comes back.
    enum Standing {
        OVER,
        WAITS_FOR_SOMEBODY
    }

    Gateway gateway();

    /// Whether the folder is in a git repository, or the command line says that it need not be.
    boolean mayWorkHere();

    /// A thread that is not stored yet, set up by the settings.
    ChatThread newThread(String source);

    /// The thread a person means: its id, the beginning of it, or `last`. Throws
    /// [dev.pawl.cli.UsageError] when there is none.
    ChatThread find(String word);

    /// The thread set up anew by what was given on this command line.
    ChatThread adjusted(ChatThread thread);

    /// Throws [dev.pawl.cli.UsageError] when a turn of this thread could not run here. For before
    /// a request is accepted.
    void check(ChatThread thread);

    /// What a thread's agent is told before its first request: permissions, project, environment.
    List<Item> briefing(ChatThread thread);

    /// What of that is told anew when a thread goes on that was set up otherwise before.
    List<Item> changes(ChatThread before, ChatThread now);

    /// A new thread that goes on after the last turn of another. Throws [dev.pawl.cli.UsageError]
    /// when there is none.
    ChatThread fork(ChatThread earlier);

    String fresh();

    /// Writes a turn down in Codex's own form, where the settings ask for it.
    void transcribe(ChatThread thread, TurnId turn, List<Card> cards);

    /// Tells a person who looks elsewhere, where the terminal can.
    default void callAttention(String words) {}

    /// Carries the thread's turns on the caller's thread until this one is over or waits.
    Standing carry(ThreadId thread, TurnId turn) throws InterruptedException;

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Starter {
        Engine start(Arguments arguments);
    }
}
