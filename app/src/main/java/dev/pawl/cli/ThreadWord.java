package dev.pawl.cli;

import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.util.Optional;

/// The thread a person means: its id, the beginning of it, or `last`.
public final class ThreadWord {
    private static final int SEARCHED = 1000;
    private static final int BRIEF = 13;

    private ThreadWord() {}

    /// The beginning of an id that tells threads apart: it holds the moment the thread began.
    public static String brief(ThreadId id) {
        return id.value().matches("[0-9a-f]{8}-[0-9a-f]{4}-.*") ? id.value().substring(0, BRIEF) : id.value();
    }

    public static ChatThread find(Gateway gateway, String word) {
        return maybe(gateway, word)
                .orElseThrow(() -> new UsageError(
                        word.equals("last")
                                ? "no thread yet\n  pawl exec \"what to do\" begins one"
                                : "no thread " + word + "\n  pawl status shows those there are"));
    }

    /// The same, or nothing when there is none. Throws [UsageError] when there are several.
    public static Optional<ChatThread> maybe(Gateway gateway, String word) {
        if (word.equals("last")) {
            return gateway.latest(Threads.Filter.ACTIVE, 1).stream().findFirst();
        }
        var exact = gateway.thread(id(word));
        if (exact.isPresent()) return exact;
        var begun = gateway.latest(Threads.Filter.ACTIVE, SEARCHED).stream()
                .filter(thread -> thread.id().value().startsWith(word))
                .toList();
        if (begun.size() > 1) {
            throw new UsageError(begun.size() + " threads begin with " + word + ": write more of the id");
        }
        return begun.stream().findFirst();
    }

    private static ThreadId id(String text) {
        if (!ThreadId.isPlain(text)) throw new UsageError("not a thread's id: " + text);
        return new ThreadId(text);
    }
}
