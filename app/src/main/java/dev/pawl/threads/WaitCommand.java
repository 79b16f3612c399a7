package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.gateway.StatusReader.Snapshot;
import dev.pawl.json.Json;
import dev.pawl.status.AgentStatus;
import dev.pawl.status.View;
import dev.pawl.status.Waiting;
import dev.pawl.thread.ChatThread;
import java.time.Duration;

/// `pawl wait`: comes back when a thread has nothing left to do, or needs a person. Exact: the
/// turn's last event is in the log, and was read, before it does.
public record WaitCommand(Console console, Library.Opener opener, Words.Choice language) implements Subcommand {
    private static final Duration LOOK = Duration.ofSeconds(1);

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("wait", "wait until a thread is idle or needs a person; the exit code says which")
                .with(Option.value("--timeout", "SECONDS", "give up after that long (exit 1)"))
                .taking(Operand.one("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl wait last && pawl exec resume --last \"now add a test\"")
                .example("pawl wait 0192f0c1 --timeout 60; echo $?     # 0 idle, 1 failed or too late, 3 needs you");
    }

    @Override
    public int run(Arguments arguments) {
        var words = new Words(language.of(arguments));
        var patience = arguments.value("--timeout").map(WaitCommand::seconds);
        try (var library = opener.open(arguments)) {
            var thread = ThreadWord.find(library.gateway(), arguments.word("THREAD"));
            var end = patience.map(library.now()::plus);
            var told = false;
            while (true) {
                var now = library.now();
                var standing = library.statuses().standing(thread.id(), thread.archived(), now);
                var view = standing.state().derive(now);
                var code = code(standing, view);
                if (code >= 0) return answer(code, thread, standing, new StatusLine(words, view), arguments);
                if (!told && hasNoWorker(view)) {
                    told = true;
                    console.note("no process runs the turn\n  pawl exec resume " + thread.id()
                            + " goes on with it\n  pawl stop " + thread.id() + " ends it");
                }
                if (end.isPresent() && !now.isBefore(end.get())) {
                    console.note("thread " + thread.id() + " is not idle yet: " + words.say(view.header()));
                    return answer(ExitCode.FAILED, thread, standing, new StatusLine(words, view), arguments);
                }
                var left = end.map(until -> Duration.between(now, until)).filter(time -> time.compareTo(LOOK) < 0);
                library.gateway().watch(thread.id(), standing.seq(), left.orElse(LOOK));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    /// The exit code, or -1 while there is something to wait for.
    private static int code(Snapshot standing, View view) {
        if (view.attention().isNeeded()) return ExitCode.WAITING;
        if (standing.turn().isPresent()) return -1;
        return standing.agent() instanceof AgentStatus.Errored ? ExitCode.FAILED : ExitCode.OK;
    }

    private static boolean hasNoWorker(View view) {
        return view.waits().stream()
                .anyMatch(wait -> wait.why() == Waiting.Why.WORKER || wait.why() == Waiting.Why.INTERRUPTED);
    }

    private int answer(int code, ChatThread thread, Snapshot standing, StatusLine line, Arguments arguments) {
        if (arguments.has("--json")) {
            var whose = Json.object()
                    .with("thread", thread.id().value())
                    .with("agent_status", standing.agent().id())
                    .with("seq", standing.seq());
            console.line(line.wholeJson(whose).write());
        } else if (!arguments.has("--quiet")) console.line(line.text());
        return code;
    }

    private static Duration seconds(String text) {
        try {
            var seconds = Double.parseDouble(text);
            if (seconds >= 0 && seconds < 1e9) return Duration.ofMillis((long) (seconds * 1000));
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError("--timeout takes seconds, not " + text);
    }
}
