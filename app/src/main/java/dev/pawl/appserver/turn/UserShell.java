package dev.pawl.appserver.turn;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.host.ClientCommands;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.CommandProgress.Exited;
import dev.pawl.view.ItemView.CommandRun;
import dev.pawl.view.UserCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A command of the person's own in a thread: outside the sandbox, shown to all who watch, and told
/// to the agent afterwards. Threads of their own read its outputs: each would hold a carrier.
final class UserShell {
    private static final int MOST_CHARACTERS = 1024 * 1024;
    private static final long AFTER_THE_END_MILLIS = 500;

    private final ClientCommands.Running running;
    private final String item;
    private final String shown;
    private final String command;
    private final String cwd;
    private final Instant since;
    private final StringBuilder output = new StringBuilder();
    private final CountDownLatch read = new CountDownLatch(2);
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile int exitCode;

    /// @param shown the words of its process; the shell among them
    UserShell(ClientCommands.Running running, String item, String shown, String command, String cwd, Instant since) {
        this.running = running;
        this.item = item;
        this.shown = shown;
        this.command = command;
        this.cwd = cwd;
        this.since = since;
    }

    /// Who hears what it prints.
    @FunctionalInterface
    interface Listener {
        void hear(String words);
    }

    /// Comes back when it is over, or its time is.
    Exited attend(Duration longest, Listener listener, InstantNow now) throws InterruptedException {
        onItsOwn("user shell out", () -> read(running.output(), listener));
        onItsOwn("user shell err", () -> read(running.errors(), listener));
        onItsOwn("user shell end", this::awaitEnd);
        try {
            running.input().close();
        } catch (IOException ended) {
            // It reads nothing.
        }
        var code = 124;
        try {
            if (over.await(longest.toMillis(), TimeUnit.MILLISECONDS)) code = exitCode;
        } finally {
            running.end();
        }
        read.await(AFTER_THE_END_MILLIS, TimeUnit.MILLISECONDS);
        synchronized (output) {
            var millis = Math.max(0, Duration.between(since, now.now()).toMillis());
            return new Exited(code, output.toString(), millis);
        }
    }

    @FunctionalInterface
    interface InstantNow {
        Instant now();
    }

    void end() {
        running.end();
    }

    String item() {
        return item;
    }

    CommandRun begun() {
        return new CommandRun(item, shown, cwd, CommandRun.Caller.USER, new CommandProgress.Running(""));
    }

    CommandRun ended(Exited end) {
        return begun().with(end);
    }

    /// The words for the agent.
    String words(Exited end) {
        return UserCommand.words(command, end);
    }

    private static void onItsOwn(String name, Runnable work) {
        Thread.ofPlatform().daemon().name(name).start(work);
    }

    private void awaitEnd() {
        try {
            exitCode = running.waitFor();
        } catch (InterruptedException nobodyDoes) {
            exitCode = 1;
        }
        over.countDown();
    }

    /// To its end, whatever is kept of it: a full pipe would stop the command.
    private void read(InputStream stream, Listener listener) {
        var buffer = new char[8192];
        try (var reader = new InputStreamReader(stream, UTF_8)) {
            for (var n = reader.read(buffer); n >= 0; n = reader.read(buffer)) take(new String(buffer, 0, n), listener);
        } catch (IOException gone) {
            // As good as its end.
        } finally {
            read.countDown();
        }
    }

    private void take(String words, Listener listener) {
        synchronized (output) {
            var fits = Math.min(words.length(), MOST_CHARACTERS - output.length());
            if (fits <= 0) return;
            output.append(words, 0, fits);
            listener.hear(words.substring(0, fits));
        }
    }
}
