package dev.pawl.campaign.fleet;

import dev.pawl.card.Item;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.event.Event;
import dev.pawl.gateway.Reply;
import dev.pawl.host.Host;
import dev.pawl.host.HostConfig;
import dev.pawl.host.ThreadConfig;
import dev.pawl.host.ToolEnvironments;
import dev.pawl.host.WorkerMode;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.thread.Setup;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Scratch;
import dev.pawl.trial.ScratchDatabase;
import dev.pawl.trial.Trial;
import dev.pawl.worker.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/// Turns with one command each, asked for in one process and run by real `pawl worker` processes
/// that are killed, stopped for longer than their lease, and lose PostgreSQL and NATS meanwhile.
/// Each turn must have one deliverable, and each command must have run once at the most.
public final class FleetCampaign implements Trial {
    private static final Duration LEASE = Duration.ofSeconds(5);

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("fleet", "real workers on PostgreSQL and NATS, killed and stopped while turns run")
                .with(
                        Option.value("--store", "postgres", "start PostgreSQL and nats-server for it"),
                        Option.value("--workers", "N", "worker processes (3)"),
                        Option.value("--slots", "N", "turns at once in each (8)"),
                        Option.value("--turns", "N", "how many (200)"),
                        Option.value("--pace-ms", "N", "between two requests (20)"),
                        Option.value("--kills", "N", "kill -9 of a random worker (10)"),
                        Option.value("--stops", "N", "SIGSTOP for longer than the lease (2)"),
                        Option.value("--restarts", "N", "of PostgreSQL, and as many of NATS (2)"),
                        Option.value("--doorbell", "NAME", "nats, postgres or local (nats)"),
                        Option.value("--seed", "N", "of the random choices (1)"),
                        Option.value("--seconds", "N", "give up after so long (540)"))
                .example("./campaign fleet --store postgres --workers 4 --turns 400 --kills 60 --stops 8 --restarts 10")
                .example("./campaign fleet --store postgres --workers 2 --kills 0 --stops 0 --restarts 0 --pace-ms 0");
    }

    private record Asked(ThreadId thread, TurnId turn, Path folder) {}

    /// What threads begin with; no turn runs in this process.
    private record Asking(Setup setup, ToolEnvironments environments) implements ThreadConfig {
        @Override
        public ProviderSettings provider(String name) {
            throw new IllegalStateException("no turn runs here");
        }
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var database = ScratchDatabase.make(environment("PAWL_TEST_PG"));
        var folder = Files.createTempDirectory("pawl-fleet-");
        try {
            return run(arguments, database.url(), folder);
        } finally {
            database.drop();
            Scratch.delete(folder);
        }
    }

    private Figures run(Arguments arguments, String store, Path folder) throws IOException, InterruptedException {
        var home = folder.resolve("home");
        WorkerProcesses.writeSettings(home);
        var bell = switch (arguments.value("--doorbell").orElse("nats")) {
            case "postgres" -> "postgres";
            case "local" -> "local";
            default -> environment("PAWL_TEST_NATS");
        };
        var workers = number(arguments, "--workers", 3);
        var options = List.of(
                "--store",
                store,
                "--target",
                "fleet",
                "--slots",
                "" + number(arguments, "--slots", 8),
                "-c",
                "pawl.doorbell=\"" + bell + "\"");
        try (var host = Host.open(config(store, bell, folder));
                var fleet = new WorkerProcesses(home, options)) {
            var running = new ArrayList<Process>();
            for (var i = 0; i < workers; i++) running.add(fleet.start());
            for (var process : running) WorkerProcesses.awaitReady(process);
            var storm = new Storm(arguments, fleet, running);
            var begun = System.nanoTime();
            var asked = ask(host, arguments, folder, storm);
            storm.runOut();
            var end = begun + TimeUnit.SECONDS.toNanos(number(arguments, "--seconds", 540));
            var open = new ArrayList<>(asked);
            while (!open.isEmpty() && System.nanoTime() < end) {
                open.removeIf(one -> isOver(host, one));
                LockSupport.parkNanos(2_000_000);
            }
            var seconds = (System.nanoTime() - begun) / 1e9;
            return figures(host, asked, open, seconds, storm, workers);
        }
    }

    private static Setup setup(Path folder) {
        return new Setup(
                folder.toString(),
                "script",
                "scripted",
                new Setup.Style("", "", ""),
                "danger-full-access",
                "never",
                List.of(),
                272_000,
                244_800);
    }

    private static HostConfig config(String store, String bell, Path folder) {
        var variables = Map.<String, String>copyOf(System.getenv());
        var access = ToolEnvironments.Access.usual(folder.resolve("asker"), variables);
        var config = new Asking(setup(folder), new ToolEnvironments(folder.resolve("asker"), variables, access));
        var pool = new WorkerTarget("fleet@" + WorkerProcess.host());
        return new HostConfig(
                folder.resolve("asker"),
                new HostConfig.Store(store, Durability.FULL, LEASE),
                bell,
                new WorkerMode.Watch(pool, new WorkerTarget("fleet")),
                () -> config,
                UnaryOperator.identity());
    }

    private static List<Asked> ask(Host host, Arguments arguments, Path folder, Storm storm)
            throws IOException, InterruptedException {
        var asked = new ArrayList<Asked>();
        var turns = number(arguments, "--turns", 200);
        var pace = TimeUnit.MILLISECONDS.toNanos(number(arguments, "--pace-ms", 20));
        for (var i = 0; i < turns; i++) {
            var place = Files.createDirectories(folder.resolve("t" + i));
            var thread = host.threads().draft("campaign", setup(place));
            var reply = host.threads().start(thread, List.<Item>of(Item.UserMessage.of("go " + i)), "user");
            if (!(reply instanceof Reply.Accepted(var turn))) throw new IOException("not accepted: " + reply);
            asked.add(new Asked(thread.id(), turn, place));
            storm.maybe(i, turns);
            if (pace > 0) LockSupport.parkNanos(pace);
        }
        return asked;
    }

    private static boolean isOver(Host host, Asked one) {
        return host.gateway().activeTurn(one.thread()).isEmpty();
    }

    private static Figures figures(
            Host host, List<Asked> asked, List<Asked> open, double seconds, Storm storm, int workers)
            throws IOException, InterruptedException {
        var delivered = 0;
        var doubled = 0;
        var unknown = 0;
        var takeovers = 0;
        var waits = new ArrayList<Long>();
        for (var one : asked) {
            var ends = 0;
            var dispatched = 0L;
            for (var logged : host.gateway().watch(one.thread(), 0, Duration.ofMillis(1))) {
                var micros = ChronoUnit.MICROS.between(Instant.EPOCH, logged.at());
                switch (logged.event()) {
                    case Event.TurnDispatched _ -> dispatched = micros;
                    case Event.TurnStarted _ -> waits.add(micros - dispatched);
                    case Event.TurnTakenOver _ -> takeovers++;
                    case Event.TurnDelivered _ -> ends++;
                    default -> {}
                }
            }
            if (ends == 1) delivered++;
            var effect = one.folder().resolve("effect");
            var times = Files.exists(effect) ? Files.readAllLines(effect).size() : 0;
            if (times > 1) doubled++;
            if (times == 0) unknown++;
        }
        waits.sort(null);
        var figures = new Figures("fleet")
                .put("workers", workers)
                .put("turns", asked.size())
                .put("delivered_once", delivered)
                .put("stuck", open.size())
                .put("effects_doubled", doubled)
                .put("effects_not_run", unknown)
                .put("kills", storm.kills)
                .put("stops", storm.stops)
                .put("restarts", storm.restarts)
                .put("takeovers", takeovers)
                .put("seconds", seconds)
                .put("turns_per_second", asked.size() / seconds)
                .put("start_p50_ms", waits.isEmpty() ? -1 : waits.get(waits.size() / 2) / 1000.0)
                .put("start_p99_ms", waits.isEmpty() ? -1 : waits.get((int) (waits.size() * 0.99)) / 1000.0);
        if (delivered != asked.size()) figures.miss("one deliverable for each turn");
        if (!open.isEmpty()) figures.miss("no turn is stuck");
        if (doubled > 0) figures.miss("no effect is done twice");
        if (unknown > takeovers) figures.miss("an effect is left out only where a worker died");
        return figures;
    }

    /// What is done to the fleet while turns are asked for.
    private static final class Storm {
        private final SplittableRandom random;
        private final WorkerProcesses fleet;
        private final List<Process> running;
        private final int[] left;
        private int kills;
        private int stops;
        private int restarts;

        Storm(Arguments arguments, WorkerProcesses fleet, List<Process> running) {
            this.random = new SplittableRandom(number(arguments, "--seed", 1));
            this.fleet = fleet;
            this.running = running;
            this.left = new int[] {
                number(arguments, "--kills", 10), number(arguments, "--stops", 2), number(arguments, "--restarts", 2)
            };
        }

        /// Spread over the requests.
        void maybe(int asked, int turns) throws IOException, InterruptedException {
            var all = left[0] + left[1] + left[2];
            if (all > 0 && random.nextInt(Math.max(1, turns - asked)) < all) strike();
        }

        void runOut() throws IOException, InterruptedException {
            while (left[0] + left[1] + left[2] > 0) strike();
        }

        private void strike() throws IOException, InterruptedException {
            var pick = random.nextInt(left[0] + left[1] + left[2]);
            var at = random.nextInt(running.size());
            if (pick < left[0]) {
                left[0]--;
                kills++;
                running.remove(at).destroyForcibly();
                var next = fleet.start();
                WorkerProcesses.awaitReady(next);
                running.add(next);
            } else if (pick < left[0] + left[1]) {
                left[1]--;
                stops++;
                WorkerProcesses.signal(running.get(at), "STOP");
                LockSupport.parkNanos(LEASE.plusSeconds(2).toNanos());
                WorkerProcesses.signal(running.get(at), "CONT");
            } else {
                left[2]--;
                restarts++;
                for (var name : List.of("PAWL_TEST_PG_RESTART", "PAWL_TEST_NATS_RESTART")) {
                    var command = System.getenv(name);
                    if (command == null) continue;
                    new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
                }
            }
        }
    }

    private static int number(Arguments arguments, String option, int usual) {
        return arguments.value(option).map(Integer::parseInt).orElse(usual);
    }

    private static String environment(String name) throws IOException {
        var value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IOException(name + " names no server: add --store postgres");
        return value;
    }
}
