package dev.pawl.campaign.kill;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.ScratchDatabase;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// `./campaign kill`: three worker processes, killed and stopped at random while they work.
///
/// The seed decides who asks for what and how the dice fall, not how fast the machine is: two runs
/// with one seed are alike, not the same.
public record KillCampaign() implements Trial {
    private static final long RECOVERY_TARGET_MS = 2_000;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("kill", "worker processes killed and stopped at random while they work")
                .with(
                        Option.value("--store", "STORE", "sqlite when not given")
                                .choice("sqlite", "postgres"),
                        Option.value("--turns", "N", "requests; 1000 when not given"),
                        Option.value("--kills", "N", "kill -9; 100 when not given"),
                        Option.value("--workers", "N", "worker processes at a time; 3 when not given"),
                        Option.value("--seed", "S", "for the dice; 1 when not given"),
                        Option.value("--lease", "SECONDS", "of a turn; 5 when not given"),
                        Option.value("--seconds", "LIMIT", "ends feeding and killing; 3600 when not given"),
                        Option.value(
                                "--stopped",
                                "N",
                                "instead: N rounds each of a patch and a command whose worker is stopped, replaced and"
                                        + " continued"),
                        Option.flag("--keep", "keeps the data folder and the database"))
                .example("./campaign kill --store postgres --turns 10000 --kills 1000")
                .example("./campaign kill --stopped 50");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        if (arguments.value("--stopped").isPresent())
            return stopped((int) numbers.of("--stopped", 1, 20), numbers.of("--seed", 0, 1), arguments.has("--keep"));
        var size = new Plan.Size((int) numbers.of("--turns", 1, 1_000), (int) numbers.of("--kills", 0, 100), (int)
                numbers.of("--workers", 2, 3));
        var bounds = new Bounds(
                size,
                numbers.of("--seed", 0, 1),
                Duration.ofSeconds(numbers.of("--lease", 1, 5)),
                Duration.ofSeconds(numbers.of("--seconds", 1, 3_600)),
                arguments.has("--keep"));
        var store = arguments.value("--store").orElse("sqlite");
        var outcome = run(store, bounds);
        outcome.lines().forEach(System.out::println);
        return outcome.figures();
    }

    static Figures stopped(int rounds, long seed, boolean keep) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("pawl-stopped-");
        try {
            var trial = new StoppedRounds(folder, seed);
            var patches = trial.patches(rounds);
            var commands = trial.commands(rounds);
            var broken = new ArrayList<>(patches.broken());
            broken.addAll(commands.broken());
            var figures = new Figures("kill --stopped")
                    .put("seed", seed)
                    .put("patches", patches.rounds())
                    .put("stopped_inside", patches.inside())
                    .put("taken_over", patches.takenOver() + commands.takenOver())
                    .put("files_changed_after", patches.changed())
                    .put("commands", commands.rounds())
                    .put("stopped_before_the_effect", commands.inside())
                    .put("commands_begun_after", commands.late())
                    .put("commands_run_twice", commands.twice())
                    .put("broken", broken.size());
            if (patches.changed() > 0) figures.miss("no file is changed by a worker that lost its turn");
            if (commands.late() + commands.twice() > 0) figures.miss("no command begins after its turn was lost");
            broken.forEach(figures::miss);
            return figures;
        } finally {
            if (keep) System.err.println("kept " + folder);
            else delete(folder);
        }
    }

    /// What the options say, whatever the store.
    record Bounds(Plan.Size size, long seed, Duration lease, Duration limit, boolean keep) {}

    /// The figures, and the table for people.
    record Outcome(Figures figures, List<String> lines, Director.Report report) {}

    static Outcome run(String store, Bounds bounds) throws IOException, InterruptedException {
        var folder = Files.createTempDirectory("pawl-kill-");
        try {
            if (store.equals("sqlite")) {
                var place = new Plan.Place("sqlite:" + folder.resolve("pawl.db"), "");
                return run(plan(store, place, bounds, folder), List.of());
            }
            var database = ScratchDatabase.make(environment("PAWL_TEST_PG"));
            try {
                var place = new Plan.Place(database.url(), environment("PAWL_TEST_NATS"));
                return run(plan(store, place, bounds, folder), servers());
            } finally {
                if (bounds.keep) System.err.println("kept the database " + database.name());
                else database.drop();
            }
        } finally {
            if (bounds.keep) System.err.println("kept " + folder);
            else delete(folder);
        }
    }

    private static Plan plan(String store, Plan.Place place, Bounds bounds, Path folder) {
        return new Plan(store, place, bounds.size, bounds.seed, bounds.lease, bounds.limit, folder);
    }

    private static String environment(String name) throws IOException {
        var value = System.getenv(name);
        if (value == null || value.isEmpty()) throw new IOException(name + " does not name a server");
        return value;
    }

    /// The servers that can be restarted here; none where nobody said how.
    private static List<Storm.Server> servers() {
        var servers = new ArrayList<Storm.Server>();
        var postgres = System.getenv("PAWL_TEST_PG_RESTART");
        if (postgres != null && !postgres.isEmpty()) servers.add(new Storm.Server("PostgreSQL", postgres, true));
        var nats = System.getenv("PAWL_TEST_NATS_RESTART");
        if (nats != null && !nats.isEmpty()) servers.add(new Storm.Server("NATS", nats, false));
        return servers;
    }

    private static Outcome run(Plan plan, List<Storm.Server> servers) throws IOException, InterruptedException {
        try (var director = new Director(plan, servers, line -> System.err.println(line))) {
            var report = director.run();
            for (var broken : report.broken()) System.err.println("BROKEN " + broken);
            return new Outcome(figures(plan, report), table(plan, report), report);
        }
    }

    private static Figures figures(Plan plan, Director.Report report) {
        var audit = report.audit();
        var watch = report.watch();
        var figures = new Figures("kill")
                .put("store", plan.store())
                .put("seed", plan.seed())
                .put("turns", audit.turns())
                .put("kills", report.storm().kills())
                .put("stops", report.storm().stops())
                .put("restarts", report.storm().restarts())
                .put("takeovers", watch.takeovers())
                .put("lost", audit.lost())
                .put("stuck", audit.stuck())
                .put("duplicated", audit.duplicated())
                .put("doubleEffects", audit.doubleEffects())
                .put("effects", audit.effects())
                .put("unknown", audit.unknown())
                .put("failed", audit.failed())
                .put("recoveryP50Ms", watch.millis(Watch.Harm.KILLED, 0.5))
                .put("recoveryP99Ms", watch.millis(Watch.Harm.KILLED, 0.99))
                .put("stoppedP99Ms", watch.millis(Watch.Harm.STOPPED, 0.99))
                .put("broken", report.broken().size())
                .put("seconds", report.seconds());
        for (var broken : report.broken()) figures.miss(broken);
        return figures;
    }

    private static List<String> table(Plan plan, Director.Report report) {
        var audit = report.audit();
        var watch = report.watch();
        var stoppedTarget = plan.lease().toMillis() * 13 / 10;
        var lines = new ArrayList<String>();
        lines.add("| figure | value | target |");
        lines.add("|---|---|---|");
        lines.add(row("turns delivered", audit.turns(), ""));
        lines.add(row("workers killed (SIGKILL)", report.storm().kills(), ""));
        lines.add(row("workers stopped longer than the lease", report.storm().stops(), ""));
        lines.add(row("— of which held SQLite's write lock", report.storm().locked(), ""));
        lines.add(row("servers restarted", report.storm().restarts(), ""));
        lines.add(row("turns taken over", watch.takeovers(), ""));
        lines.add(row("lost", audit.lost(), "0"));
        lines.add(row("stuck", audit.stuck(), "0"));
        lines.add(row("duplicated", audit.duplicated(), "0"));
        lines.add(row("effects", audit.effects(), ""));
        lines.add(row("effects run twice", audit.doubleEffects(), "0"));
        lines.add(row("outcomes told as unknown", audit.unknown(), ""));
        lines.add(row("— of which had their effect", audit.unknownThatRan(), ""));
        lines.add(row("turns given up after kill upon kill", audit.failed(), ""));
        lines.add(row("other promises broken", report.broken().size(), "0"));
        lines.add(recovery("process dead, same host", Watch.Harm.KILLED, watch, RECOVERY_TARGET_MS));
        lines.add(recovery("process stopped", Watch.Harm.STOPPED, watch, stoppedTarget));
        lines.add(row("recoveries not timed: the store was away", watch.acrossOutages(), ""));
        return lines;
    }

    private static String row(String name, long value, String target) {
        return "| " + name + " | " + value + " | " + target + " |";
    }

    private static String recovery(String name, Watch.Harm harm, Watch watch, long target) {
        return String.format(
                Locale.ROOT,
                "| recovery, %s: p50 / p99 of %d | %d / %d ms | p99 ≤ %d ms |",
                name,
                watch.samples(harm),
                watch.millis(harm, 0.5),
                watch.millis(harm, 0.99),
                target);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        }
    }
}
