package dev.pawl.bench;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Option;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.event.Event;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.host.Stores;
import dev.pawl.host.Uuid7;
import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Liveness;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.status.ChatState;
import dev.pawl.status.LogSignals;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.postgres.PostgresPool;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.thread.Threads;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.ScratchDatabase;
import dev.pawl.trial.TimedIds;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/// How long a long thread takes to open: its first page, its status, all of it.
record ThreadsBench(Path root) implements Trial {
    private static final AgentId AGENT = new AgentId("long-thread");
    private static final int PAGE = 200;
    private static final int TURN = 2_000;
    private static final int SHORT = 1_000;

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("threads", "open a long thread: first page, status, history, list, fork")
                .with(
                        Option.value("--events", "N", "how long it is (100000)"),
                        Option.value("--store", "STORE", "postgres opens the last page there, too"),
                        Option.value("--into", "HOME", "only write such a thread into this home"))
                .example("./bench threads --store postgres");
    }

    @Override
    public Figures run(Arguments arguments) throws IOException {
        long events = new Numbers(arguments).of("--events", 1_000, 100_000);
        if (arguments.value("--into").isPresent())
            return into(Path.of(arguments.value("--into").get()), events);
        var folder = Files.createTempDirectory("pawl-threads-");
        try {
            new LongThread(AGENT, TURN).write(folder, events);
            train();
            var page = cold(
                    folder, "threads", "show", AGENT.value(), "--after", "0", "--max", String.valueOf(PAGE), "--json");
            var whole = cold(folder, "threads", "export", AGENT.value());
            var pages = lastPages(
                    folder, events, arguments.value("--store").orElse("").equals("postgres"));
            return measure(folder, events, Map.of("first_page", page, "whole", whole), pages);
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static Figures into(Path home, long events) {
        var written = new LongThread(new AgentId(new Uuid7(InstantSource.system(), Uuid7.seed()).fresh()), TURN / 20)
                .write(home, events);
        return new Figures("threads")
                .put("thread", written.thread())
                .put("last", written.last())
                .put("middle", written.middle());
    }

    /// The last page of a short and of a long thread in each store, by its name.
    private static Map<String, LastPage.Times> lastPages(Path folder, long events, boolean withPostgres)
            throws IOException {
        var times = new LinkedHashMap<String, LastPage.Times>();
        try {
            try (var store = LongThread.open(folder)) {
                times.put("SQLite", new LastPage(store).measure(SHORT, events));
            }
            if (!withPostgres) return times;
            var database = ScratchDatabase.make(String.valueOf(System.getenv("PAWL_TEST_PG")));
            var pool = new PostgresPool(PostgresUrl.parse(database.url()), Stores.CONNECTIONS);
            try (var store = new PostgresTransactions(pool, new LocalDoorbell(), PostgresTransactions.PATIENCE)) {
                times.put("PostgreSQL", new LastPage(store).measure(SHORT, events));
            } finally {
                database.drop();
            }
            return times;
        } catch (InterruptedException stopped) {
            throw new IOException("stopped", stopped);
        }
    }

    /// As after the first day: the program is built, and its start-up cache made.
    private void train() throws IOException {
        var builder = new ProcessBuilder(root.resolve("pawl").toString(), "--version")
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().put("PAWL_AOT", "now");
        builder.start().onExit().join();
    }

    /// The whole command as a person types it, in a process of its own: the median of five.
    private double cold(Path folder, String... words) throws IOException {
        var times = new ArrayList<Double>();
        var command = new ArrayList<>(List.of(root.resolve("pawl").toString(), "--home", folder.toString()));
        command.addAll(List.of(words));
        for (int i = 0; i < 5; i++) {
            var start = System.nanoTime();
            var process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try (var out = process.getInputStream()) {
                if (out.readAllBytes().length == 0) throw new IOException("nothing was printed by " + command);
            }
            times.add(since(start));
        }
        times.sort(Comparator.naturalOrder());
        return times.get(times.size() / 2);
    }

    private Figures measure(Path folder, long events, Map<String, Double> cold, Map<String, LastPage.Times> pages)
            throws IOException {
        var start = System.nanoTime();
        var store = LongThread.open(folder);
        try (var ledger = new DurableLedger(store, Limits.DEFAULT, new TimedIds())) {
            var thread = new ThreadId(AGENT.value());
            var keeping = new ThreadOperations(ledger, new JdbcThreads(store), LongThread.TARGET);
            if (page(ledger, keeping, thread) == 0) throw new IllegalStateException("an empty page");
            double firstPage = since(start);
            var status = timed(() -> new StatusReader(ledger, _ -> Liveness.UNKNOWN)
                    .standing(thread, false, Instant.EPOCH)
                    .state());
            var whole = timed(() -> keeping.history(thread).size());
            var replay = timed(() -> replay(ledger));
            var list = timed(
                    () -> keeping.page(new Threads.Query(Threads.Shelf.ACTIVE, "", "", "", Threads.Cursor.START, 20)));
            var fork = timed(() ->
                    ledger.fork(AGENT, keeping.lastTurn(thread).orElseThrow(), new AgentId("fork"), LongThread.TARGET));
            new ReportPage("A long thread", "./bench threads")
                    .line(events + " events in one SQLite thread; each thing once, in this order.")
                    .line("Cold: `pawl threads show` and `pawl threads export`, from start to end.")
                    .line("Warm: the process that wrote it. The file is in the page cache for both.\n")
                    .line("| what | cold ms | warm ms | target |")
                    .line("|---|---|---|---|")
                    .line("| store opened, first page of " + PAGE + " events with their cards | "
                            + cold.get("first_page") + " | " + firstPage + " | 200 |")
                    .line("| its status | | " + status + " | |")
                    .line("| all its cards | " + cold.get("whole") + " | " + whole + " | 1500 |")
                    .line("| its log folded from the beginning | | " + replay + " | |")
                    .line("| a page of the list of threads | | " + list + " | |")
                    .line("| a fork after its last turn | | " + fork + " | |\n")
                    .line("The last page: 20 turns with all their items, and a follower at the end of the thread;")
                    .line("median of 41, short and long by turns.\n")
                    .line("| store | " + SHORT + " events, ms | " + events + " events, ms | times | target |")
                    .line("|---|---|---|---|---|")
                    .line(pages.entrySet().stream()
                            .map(entry -> "| " + entry.getKey() + " | "
                                    + entry.getValue().small() + " | "
                                    + entry.getValue().large() + " | "
                                    + entry.getValue().ratio() + " | 2 |")
                            .collect(Collectors.joining("\n")))
                    .write(root, "threads");
            var figures = new Figures("threads")
                    .put("events", events)
                    .put("first_page_ms", firstPage)
                    .put("status_ms", status)
                    .put("open_ms", whole)
                    .put("replay_ms", replay)
                    .put("fork_ms", fork)
                    .put("cold_first_page_ms", cold.getOrDefault("first_page", Double.MAX_VALUE))
                    .put("cold_open_ms", cold.getOrDefault("whole", Double.MAX_VALUE));
            pages.forEach((database, times) -> {
                var name = database.toLowerCase(Locale.ROOT);
                figures.put(name + "_last_page_short_ms", times.small()).put(name + "_last_page_ms", times.large());
                if (times.ratio() > 2) figures.miss("the last page of a long thread within 2 times a short one's");
            });
            if (cold.getOrDefault("first_page", Double.MAX_VALUE) > 200) figures.miss("the first page within 200 ms");
            if (cold.getOrDefault("whole", Double.MAX_VALUE) > 1500) figures.miss("the whole thread within 1500 ms");
            return figures;
        }
    }

    private static int page(Ledger ledger, ThreadOperations keeping, ThreadId thread) {
        var ids = new ArrayList<CardId>();
        for (var logged : keeping.events(thread, 0, PAGE)) {
            if (logged.event() instanceof Event.ItemRecorded(var card, var _, var _)) ids.add(card);
        }
        return ledger.cards(ids).size();
    }

    private static ChatState replay(Ledger ledger) {
        var state = ChatState.NEW;
        while (true) {
            var page = ledger.events(AGENT, state.seq(), 500);
            if (page.isEmpty()) return state;
            for (var logged : page) {
                var card = LogSignals.card(logged.event()).flatMap(ledger::card);
                state = LogSignals.after(state, logged, card);
            }
        }
    }

    private interface Work {
        Object done();
    }

    private static double timed(Work work) {
        var start = System.nanoTime();
        if (work.done().toString().isEmpty()) throw new IllegalStateException("nothing was read");
        return since(start);
    }

    private static double since(long start) {
        return Math.round((System.nanoTime() - start) / 1e5) / 10.0;
    }
}
