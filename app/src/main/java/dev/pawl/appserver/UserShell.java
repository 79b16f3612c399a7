package dev.pawl.appserver;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.card.Item;
import dev.pawl.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// A command of the person's own in a thread: outside the sandbox, shown to all who watch, and told
/// to the agent afterwards. Threads of their own read its outputs: each would hold a carrier.
final class UserShell {
    private static final String OPEN = "<user_shell_command>";
    private static final int MOST_CHARACTERS = 1024 * 1024;
    private static final int MOST_FOR_THE_MODEL = 40_000;
    private static final long AFTER_THE_END_MILLIS = 500;

    /// What became of it.
    record Ran(String command, String cwd, int exitCode, String output, long millis) {}

    private final Backend.Running running;
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
    UserShell(Backend.Running running, String item, String shown, String command, String cwd, Instant since) {
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
    Ran attend(Duration longest, Listener listener, InstantNow now) throws InterruptedException {
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
            return new Ran(command, cwd, code, output.toString(), millis);
        }
    }

    @FunctionalInterface
    interface InstantNow {
        Instant now();
    }

    void end() {
        running.end();
    }

    Json.Obj ended(Ran ran) {
        return ItemJson.userRan(item, new Ran(shown, cwd, ran.exitCode(), ran.output(), ran.millis()));
    }

    Json.Obj begun() {
        return ItemJson.userCommand(item, shown, cwd);
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

    /// The words for the agent, as Codex has them.
    static String told(Ran ran) {
        var shown = ran.output();
        if (shown.length() > MOST_FOR_THE_MODEL) {
            var half = MOST_FOR_THE_MODEL / 2;
            shown = shown.substring(0, half) + "\n[… " + (shown.length() - MOST_FOR_THE_MODEL) + " characters …]\n"
                    + shown.substring(shown.length() - half);
        }
        return OPEN + "\n<command>\n" + ran.command() + "\n</command>\n<result>\nExit code: " + ran.exitCode()
                + "\nDuration: " + ran.millis() / 1000.0 + " seconds\nOutput:\n" + shown
                + "\n</result>\n</user_shell_command>";
    }

    /// The command that such words tell of, for a history.
    static Optional<Json.Obj> shown(String id, Item item, String cwd) {
        if (!(item instanceof Item.Briefing(var _, var words)) || !words.startsWith(OPEN)) return Optional.empty();
        var command = between(words, "<command>\n", "\n</command>");
        var result = between(words, "<result>\n", "\n</result>");
        var lines = result.split("\n", 4);
        if (lines.length < 4) return Optional.empty();
        try {
            var code = Integer.parseInt(lines[0].replace("Exit code: ", ""));
            var millis = Math.round(
                    1000 * Double.parseDouble(lines[1].replace("Duration: ", "").replace(" seconds", "")));
            return Optional.of(ItemJson.userRan(id, new Ran(command, cwd, code, lines[3], millis)));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    private static String between(String words, String open, String close) {
        var from = words.indexOf(open);
        var to = open.startsWith("<result") ? words.lastIndexOf(close) : words.indexOf(close);
        return from < 0 || to < from + open.length() ? "" : words.substring(from + open.length(), to);
    }
}
