package dev.pawl.train;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.appserver.AppServerCommand;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.Console;
import dev.pawl.cli.Dispatcher;
import dev.pawl.resource.Version;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Whole turns for the training: some of `exec`, some of the app-server, against [RehearsalModel].
public record Rehearsal(Console console, Program program) {
    private static final List<List<String>> EXEC = List.of(
            List.of("exec", "--json", "go"),
            List.of("exec", "go"),
            List.of("exec", "resume", "--last", "--json", "more"));
    private static final int TURNS = 3;
    private static final long PATIENCE_SECONDS = 10;

    public void run() throws IOException, InterruptedException {
        try (var model = new RehearsalModel()) {
            exec(model);
            serve(model);
        }
    }

    private void exec(RehearsalModel model) {
        for (var line : EXEC) {
            var words = new ArrayList<>(line);
            words.addAll(settings(model));
            words.add("--skip-git-repo-check");
            run(program.commands(console), words);
        }
    }

    private static List<String> settings(RehearsalModel model) {
        return List.of(
                "-c",
                "model_provider=rehearsal",
                "-c",
                "model_providers.rehearsal.base_url=\"" + model.url() + "\"",
                "-c",
                "sandbox_mode=\"danger-full-access\"",
                "-c",
                "approval_policy=\"never\"",
                "-c",
                "transcripts=true");
    }

    private void run(CommandTable table, List<String> words) {
        new Dispatcher(table, console, Version.NUMBER).run(words);
    }

    private void serve(RehearsalModel model) throws IOException, InterruptedException {
        var replies = new Replies();
        var typed = new PipedOutputStream();
        var streams = new AppServerCommand.Streams(new PipedInputStream(typed), replies);
        var words = new ArrayList<>(List.of("app-server"));
        words.addAll(settings(model));
        var table = program.commands(console, streams);
        var server = Thread.ofPlatform().daemon(true).start(() -> run(table, words));
        try (typed) {
            say(typed, 1, "initialize", "{\"clientInfo\":{\"name\":\"rehearsal\",\"version\":\"1\"}}");
            say(typed, 2, "thread/start", "{}");
            var thread = "{\"threadId\":\"" + replies.threadId() + "\"";
            for (var i = 0; i < TURNS; i++) {
                say(typed, 3, "turn/start", thread + ",\"input\":[{\"type\":\"text\",\"text\":\"go\"}]}");
                replies.awaitTurns(i + 1);
            }
            say(typed, 4, "thread/list", "{}");
            say(typed, 5, "thread/resume", thread + "}");
        }
        server.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
    }

    private static void say(OutputStream typed, int id, String method, String params) throws IOException {
        var message = "{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + params + "}\n";
        typed.write(message.getBytes(UTF_8));
        typed.flush();
    }

    /// What the server says, looked at as it comes.
    private static final class Replies extends OutputStream {
        private final StringBuilder said = new StringBuilder();
        private final CountDownLatch begun = new CountDownLatch(1);
        private int turns;

        @Override
        public void write(int one) {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            said.append(new String(bytes, from, length, UTF_8));
            if (said.indexOf("\"sessionId\"") >= 0) begun.countDown();
            for (var at = said.indexOf("turn/completed"); at >= 0; at = said.indexOf("turn/completed")) {
                turns++;
                said.delete(0, at + 1);
            }
            notifyAll();
        }

        String threadId() throws InterruptedException {
            if (!begun.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) return "";
            synchronized (this) {
                var at = said.indexOf("\"thread\":{\"id\":\"") + 16;
                return said.substring(at, said.indexOf("\"", at));
            }
        }

        synchronized void awaitTurns(int wanted) throws InterruptedException {
            var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
            while (turns < wanted && System.nanoTime() < end) wait(100);
        }
    }
}
