package dev.pawl.fleet;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.host.Host;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/// `pawl worker`: runs the turns that servers ask for, until a signal ends it.
public record WorkerCommand(Console console, Opener opener) implements Subcommand {
    private static final int USUAL_SLOTS = 16;
    private static final Duration USUAL_DRAIN = Duration.ofSeconds(20);
    /// What closing takes after the turns have ended.
    private static final Duration GOODBYE = Duration.ofSeconds(15);

    /// Opens the store with a worker.
    @FunctionalInterface
    public interface Opener {
        Opened open(Arguments arguments, int slots);
    }

    /// @param target the pools' common name
    /// @param store for people: without a password
    public record Opened(Host host, String target, String store) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("worker", "run the turns that servers of a shared store ask for")
                .with(Option.value("--target", "NAME", "whose turns (pawl.worker.target, else app-server)"))
                .with(Option.value("--slots", "N", "how many turns run at once (16)"))
                .with(Option.value("--drain-seconds", "S", "how long steps under way may take after SIGTERM (20)"))
                .with(Option.value("--cd", "DIR", "the folder whose settings hold")
                        .or("-C"))
                .example("pawl worker --store postgresql://pawl@db/pawl --target team --slots 8")
                .example("pawl serve --store postgresql://pawl@db/pawl --target team --no-worker   # who asks")
                .example("pawl workers --store postgresql://pawl@db/pawl                           # who runs")
                .example("pawl worker -c 'pawl.doorbell=\"nats://127.0.0.1:4222\"'                   # hears at once");
    }

    @Override
    public int run(Arguments arguments) {
        var slots = (int) number(arguments, "--slots", USUAL_SLOTS, 1, 10_000);
        var drain = Duration.ofSeconds(number(arguments, "--drain-seconds", (int) USUAL_DRAIN.toSeconds(), 0, 86_400));
        var opened = opener.open(arguments, slots);
        try (var host = opened.host()) {
            var told = new CountDownLatch(1);
            var caller = Thread.currentThread();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> end(told, caller, drain), "pawl-drain"));
            host.listWorker();
            sayReady(opened, slots, arguments);
            told.await();
            console.note(console.say(Text.WORKER_DRAINS, String.valueOf(drain.toSeconds())));
            host.drain(drain);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        if (!arguments.has("--json")) console.note(console.say(Text.WORKER_ENDED));
        return ExitCode.OK;
    }

    private void sayReady(Opened opened, int slots, Arguments arguments) {
        var worker = opened.host().worker().orElseThrow().value();
        if (arguments.has("--json")) {
            console.line(new JsonLine()
                    .put("worker", worker)
                    .put("target", opened.target())
                    .put("slots", slots)
                    .put("pid", ProcessHandle.current().pid())
                    .put("ready", true)
                    .toString());
            console.flush();
            return;
        }
        console.note(console.say(Text.WORKER_READY, opened.target(), String.valueOf(slots), opened.store()));
        console.plain("  " + console.say(Text.WORKER_HINT));
    }

    /// The process ends when the host is closed.
    private static void end(CountDownLatch told, Thread caller, Duration drain) {
        told.countDown();
        try {
            if (caller.join(drain.plus(GOODBYE))) Runtime.getRuntime().halt(ExitCode.OK);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    private long number(Arguments arguments, String option, int usual, int least, int most) {
        var given = arguments.value(option);
        if (given.isEmpty()) return usual;
        try {
            var number = Long.parseLong(given.get());
            if (number >= least && number <= most) return number;
        } catch (NumberFormatException notANumber) {
            // said below
        }
        throw new UsageError(console.say(Text.OPTION_NOT_A_NUMBER, option, least + "–" + most, given.get()));
    }
}
