package dev.pawl.bench.kernel;

import dev.pawl.bench.ReportPage;
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
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/// `./bench kernel`: turns in a second and transactions for each turn, on each store; against what
/// the disk and the server give without us, in the same run.
public record KernelBench(Path root) implements Trial {
    private static final double MOST_COMMITS = 7;
    private static final double LEAST_OF_PGBENCH = 0.12;
    private static final double LEAST_OF_RAW = 3;
    /// So many times turns and their yardstick take turns.
    private static final int SLICES = 6;
    private static final Duration RAW = Duration.ofSeconds(4);

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("kernel", "turns in a second and commits for each turn, on each store")
                .with(
                        Option.value("--store", "STORE", "postgres adds PostgreSQL to memory and SQLite")
                                .choice("sqlite", "postgres"),
                        Option.value("--only", "STORE", "measures one store and writes no page")
                                .choice("memory", "sqlite", "postgres"),
                        Option.value("--turn", "TURN", "of these turns only, with --only")
                                .choice("no-tool", "local-tool", "remote-tool", "fork-join"),
                        Option.value("--seconds", "N", "of each measurement; 8 when not given"),
                        Option.value(
                                "--warm-up",
                                "N",
                                "seconds before each measurement; 30 when not given, which both compilers need"),
                        Option.value("--at-once", "N", "turns a worker runs at once; 16 when not given"))
                .example("./bench kernel --store postgres");
    }

    /// Times of one measurement and the width of the worker.
    private record Bounds(Duration warmUp, Duration time, int atOnce, Set<Course> courses) {
        Bounds of(Predicate<Course> wanted) {
            return new Bounds(
                    warmUp, time, atOnce, courses.stream().filter(wanted).collect(Collectors.toSet()));
        }
    }

    /// Everything that was measured.
    private record Results(Map<String, Map<Course, Rig.Measured>> stores, Map<String, Double> yardsticks) {
        double yardstick(String name) {
            return yardsticks.getOrDefault(name, 0.0);
        }
    }

    private interface Opener {
        Shelf open() throws IOException;
    }

    @Override
    public Figures run(Arguments arguments) throws IOException, InterruptedException {
        var numbers = new Numbers(arguments);
        var seconds = numbers.of("--seconds", 1, 8);
        var bounds = new Bounds(
                Duration.ofSeconds(numbers.of("--warm-up", 0, 30)),
                Duration.ofSeconds(seconds),
                (int) numbers.of("--at-once", 1, 16),
                arguments.value("--turn").map(Course::named).map(Set::of).orElse(EnumSet.allOf(Course.class)));
        var folder = Files.createTempDirectory("pawl-kernel-");
        var results = new Results(new LinkedHashMap<>(), new LinkedHashMap<>());
        var only = arguments.value("--only").orElse("");
        var server = arguments.value("--store").orElse(only).equals("postgres");
        try {
            if (only.isEmpty() || only.equals("memory")) measure("memory", results, bounds, Shelf::memory);
            if (only.isEmpty() || only.equals("sqlite")) {
                measure("sqlite", results, bounds, () -> Shelf.sqlite(folder.resolve("pawl.db")));
                enqueue(folder, results, bounds);
            }
            if (server) postgres(results, bounds);
        } finally {
            delete(folder);
        }
        if (only.isEmpty()) write(results, bounds);
        return figures(results);
    }

    private static void measure(String name, Results results, Bounds bounds, Opener opener)
            throws IOException, InterruptedException {
        var measured = results.stores.computeIfAbsent(name, _ -> new EnumMap<>(Course.class));
        for (var course : Course.values()) {
            if (!bounds.courses.contains(course)) continue;
            try (var shelf = opener.open()) {
                var one = new Rig(shelf, course, bounds.atOnce).measure(bounds.warmUp, bounds.time);
                measured.put(course, one);
                say(name, course, one);
            }
        }
    }

    private static void say(String store, Course course, Rig.Measured one) {
        System.err.printf(
                Locale.ROOT,
                "%s, %s: %.0f turns/s, %.2f commits, %.2f synced, %.1f round trips%n",
                store,
                course.words(),
                one.turns(),
                one.commits(),
                one.synced(),
                one.roundTrips());
    }

    /// The yardstick is taken before and after: a disk has moods.
    private static void enqueue(Path folder, Results results, Bounds bounds) throws IOException, InterruptedException {
        var before = RawCommits.inserts(folder.resolve("raw.db"), RAW);
        try (var shelf = Shelf.sqlite(folder.resolve("enqueue.db"))) {
            results.yardsticks.put("enqueue", RawCommits.enqueues(shelf, bounds.warmUp, bounds.time));
        }
        Shelf.sqlite(folder.resolve("rows.db")).close();
        results.yardsticks.put("rows", RawCommits.rows(folder.resolve("rows.db"), bounds.time));
        var after = RawCommits.inserts(folder.resolve("raw.db"), RAW);
        results.yardsticks.put("raw", (before + after) / 2);
        System.err.printf(
                Locale.ROOT,
                "sqlite: %.0f requests/s, the same rows alone %.0f/s, %.0f raw commits/s%n",
                results.yardstick("enqueue"),
                results.yardstick("rows"),
                results.yardstick("raw"));
    }

    private static void postgres(Results results, Bounds bounds) throws IOException, InterruptedException {
        var server = System.getenv("PAWL_TEST_PG");
        if (server == null || server.isEmpty()) throw new IOException("PAWL_TEST_PG does not name a server");
        var database = ScratchDatabase.make(server);
        try {
            var yardstick = new PgBench(database.url());
            yardstick.prepare();
            Opener opener = () -> Shelf.postgres(database.url());
            measure("postgres", results, bounds.of(course -> course == Course.NO_TOOL), opener);
            if (bounds.courses.contains(Course.LOCAL_TOOL)) besidePgBench(yardstick, results, bounds, opener);
            measure("postgres", results, bounds.of(course -> course.compareTo(Course.LOCAL_TOOL) > 0), opener);
        } finally {
            database.drop();
        }
    }

    /// Turns and `pgbench` one after the other, several times: the ratio is of the same minutes.
    private static void besidePgBench(PgBench pgbench, Results results, Bounds bounds, Opener opener)
            throws IOException, InterruptedException {
        var seconds = slice(bounds);
        var rates = new ArrayList<Double>();
        try (var shelf = opener.open()) {
            var one = new Rig(shelf, Course.LOCAL_TOOL, bounds.atOnce)
                    .measure(
                            bounds.warmUp,
                            Duration.ofSeconds(seconds),
                            SLICES,
                            () -> rates.add(pgbench.transactions(seconds)));
            results.stores
                    .computeIfAbsent("postgres", _ -> new EnumMap<>(Course.class))
                    .put(Course.LOCAL_TOOL, one);
            say("postgres", Course.LOCAL_TOOL, one);
        }
        results.yardsticks.put(
                "pgbench", rates.stream().mapToDouble(rate -> rate).average().orElseThrow());
        System.err.println("pgbench in between, transactions/s: "
                + rates.stream().map(Math::round).toList());
    }

    private static int slice(Bounds bounds) {
        return Math.max(1, (int) bounds.time.toSeconds() / 2);
    }

    private static Figures figures(Results results) {
        var figures = new Figures("kernel");
        results.stores.forEach((store, courses) -> courses.forEach((course, one) -> {
            var name = store + "_" + course.name().toLowerCase(Locale.ROOT);
            figures.put(name + "_turns", one.turns()).put(name + "_commits", one.commits());
        }));
        results.yardsticks.forEach(figures::put);
        if (results.yardsticks.containsKey("raw")) {
            var ratio = results.yardstick("enqueue") / results.yardstick("raw");
            figures.put("enqueue_ratio", ratio);
            if (ratio < LEAST_OF_RAW) figures.miss("requests on SQLite: 3 times the raw commits");
        }
        results.stores.forEach((store, courses) -> {
            var local = courses.get(Course.LOCAL_TOOL);
            if (local != null && local.commits() > MOST_COMMITS) figures.miss("7 commits for a turn on " + store);
        });
        var postgres = results.stores.get("postgres");
        if (postgres != null && results.yardsticks.containsKey("pgbench")) {
            var ratio = turns(postgres) / results.yardstick("pgbench");
            figures.put("pgbench_ratio", ratio);
            if (ratio < LEAST_OF_PGBENCH) figures.miss("one-tool turns on PostgreSQL: 0.12 of pgbench");
        }
        return figures;
    }

    private static double turns(Map<Course, Rig.Measured> store) {
        var local = store.get(Course.LOCAL_TOOL);
        return local == null ? 0 : local.turns();
    }

    private void write(Results results, Bounds bounds) throws IOException {
        var page = new ReportPage("Kernel", "./bench kernel --store postgres")
                .line("One worker, " + bounds.atOnce + " turns at once, " + bounds.time.toSeconds()
                        + " s for each line after " + bounds.warmUp.toSeconds()
                        + " s of warm-up; the steps take no time of their own, so this is the"
                        + " ledger's.")
                .line("SQLite waits for the disk in each commit (FULL); many works share one commit there, so there"
                        + " are fewer of them than transactions.")
                .line("One-tool turns on PostgreSQL and `pgbench` were measured by turns, " + SLICES + " times "
                        + slice(bounds) + " s each: the machine's speed changes within minutes.")
                .line("")
                .line("| store | turn | turns/s | transactions a turn | commits on disk a turn | round trips a turn |")
                .line("|---|---|---|---|---|---|");
        results.stores.forEach((store, courses) -> courses.forEach((course, one) -> page.line(String.format(
                Locale.ROOT,
                "| %s | %s | %.0f | %.2f | %s | %s |",
                store,
                course.words(),
                one.turns(),
                one.commits(),
                orDash(one.synced()),
                orDash(one.roundTrips())))));
        page.line("").line("| against | value | ratio | target |").line("|---|---|---|---|");
        page.line(String.format(
                Locale.ROOT,
                "| requests on SQLite from 50 clients, to %.0f raw FULL commits/s | %.0f /s | %.2f | ≥ 3 |",
                results.yardstick("raw"),
                results.yardstick("enqueue"),
                results.yardstick("enqueue") / results.yardstick("raw")));
        page.line(String.format(
                Locale.ROOT,
                "| the same rows by SQLite alone, those of 50 requests in a commit | %.0f /s | %.2f | |",
                results.yardstick("rows"),
                results.yardstick("rows") / results.yardstick("raw")));
        var postgres = results.stores.get("postgres");
        if (postgres != null) {
            page.line(String.format(
                    Locale.ROOT,
                    "| one-tool turns on PostgreSQL, to %.0f transactions/s of `pgbench -N -c 8 -j 2` | %.0f /s |"
                            + " %.4f | ≥ 0.12 |",
                    results.yardstick("pgbench"),
                    turns(postgres),
                    turns(postgres) / results.yardstick("pgbench")));
        }
        page.line("| transactions of a one-tool turn | see above | | ≤ 7 |");
        page.write(root, "kernel");
    }

    private static String orDash(double value) {
        return value == 0 ? "–" : String.format(Locale.ROOT, "%.2f", value);
    }

    private static void delete(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        }
    }
}
