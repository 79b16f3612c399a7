package dev.pawl.appserver;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.cli.Arguments;
import dev.pawl.event.Live;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What the app-server needs of the rest of the program, made by the wiring. Safe for use by many
/// threads.
public interface Backend extends AutoCloseable {
    /// Where a thread is kept, and who works on it.
    enum Keeping {
        DURABLE,
        /// Gone with the process.
        PASSING
    }

    Gateway gateway(Keeping keeping);

    ThreadKeeping threads(Keeping keeping);

    /// Tells of one thread until the answer is closed.
    Following follow(Keeping keeping, ThreadId thread, Follower follower);

    /// Both are called by whoever wrote: they must be quick, and never block or throw.
    interface Follower {
        /// The thread's log has grown, or may have.
        void grown();

        void hear(TurnId turn, Live live);
    }

    /// Closing it ends the following.
    @FunctionalInterface
    interface Following extends AutoCloseable {
        @Override
        void close();
    }

    /// The folder of `config.toml`.
    String home();

    String version();

    /// How a new thread is set up by the settings, in the folder the process was started in.
    Setup setup();

    /// How a new thread in a folder is set up, by that folder's own project too.
    Setup setupIn(String cwd);

    /// What a thread's agent is told before its first request.
    List<Item> briefing(ChatThread thread);

    String fresh();

    Instant now();

    /// The settings in force as one object, without secrets.
    Json.Obj settings();

    /// Codex's own record of a thread; nothing where the settings do not ask for one.
    Optional<Transcripts> transcripts();

    /// Files that hold a copy of each thread in Codex's form.
    interface Transcripts {
        String place(ChatThread thread);

        void append(ChatThread thread, TurnId turn, List<Card> cards);

        /// Moves the file to where a thread in this state belongs.
        void move(ChatThread thread);

        void delete(ChatThread thread);
    }

    /// A command a client runs beside all threads.
    record Errand(List<String> argv, String cwd, Map<String, Optional<String>> environment, Duration timeout) {}

    record Ran(int exitCode, String stdout, String stderr) {}

    Ran run(Errand errand) throws IOException, InterruptedException;

    @Override
    void close();

    /// Opens one for a command line. Throws [dev.pawl.cli.UsageError] when the settings are wrong.
    @FunctionalInterface
    interface Opener {
        Backend open(Arguments arguments);
    }
}
