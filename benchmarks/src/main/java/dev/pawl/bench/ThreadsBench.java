package dev.pawl.bench;

import dev.pawl.card.Item;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Option;
import dev.pawl.cli.Usage;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.event.Event;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Vital;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.status.ChatState;
import dev.pawl.status.LogSignals;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.trial.Figures;
import dev.pawl.trial.Numbers;
import dev.pawl.trial.TimedIds;
import dev.pawl.trial.Trial;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// How long a long thread takes to open: its first page, its status, all of it.
record ThreadsBench(Path root) implements Trial {
    private static final WorkerTarget TARGET = new WorkerTarget("bench");
    private static final AgentId AGENT = new AgentId("long-thread");
    private static final int PAGE = 200;
    private static final int TURN = 2_000;

    @Override
    public Usage usage() {
        return Usage.of("threads", "open a long thread: first page, status, history, list, fork")
                .with(Option.value("--events", "N", "how long it is (100000)"));
    }

    @Override
    public Figures run(Arguments arguments) throws IOException {
        long events = new Numbers(arguments).of("--events", 1_000, 100_000);
        var folder = Files.createTempDirectory("pawl-threads-");
        try {
            write(folder, events);
            train();
            var page = cold(
                    folder, "threads", "show", AGENT.value(), "--after", "0", "--max", String.valueOf(PAGE), "--json");
            var whole = cold(folder, "threads", "export", AGENT.value());
            return measure(folder, events, Map.of("first_page", page, "whole", whole));
        } finally {
            try (var files = Files.walk(folder)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    private static SqliteTransactions open(Path folder) {
        var file = new SqliteFile(folder.resolve("pawl.db"));
        return new SqliteTransactions(file, Durability.NORMAL, new LocalDoorbell(), InstantSource.system());
    }

    private static void write(Path folder, long events) {
        var store = open(folder);
        var ids = new TimedIds();
        try (var ledger = new DurableLedger(store, Limits.DEFAULT, ids)) {
            var setup = new Setup("/", "p", "m", new Setup.Style("", "", ""), "read-only", "never", List.of(), 0, 0);
            var thread = new ThreadId(AGENT.value());
            new JdbcThreads(store)
                    .add(new ChatThread(thread, "long", "bench", "", false, setup, Instant.EPOCH, Instant.EPOCH));
            while (ledger.head(AGENT).map(head -> head.tally().events()).orElse(0L) < events) {
                turn(ledger, ids, (int) Math.min(TURN, events));
            }
        }
    }

    /// A turn of calls and results, some hundred in a commit.
    private static void turn(Ledger ledger, TimedIds ids, int events) {
        var request = List.<Item>of(Item.UserMessage.of("go on with it"));
        ledger.enqueue(new TurnRequest(
                new LetterId(ids.fresh()), AGENT, TARGET, LetterKind.TURN, request, Lineage.root("bench")));
        var worker = new WorkerId("bench");
        var hold = ledger.begin(ledger.claim(worker, AGENT, ids.fresh()).getFirst(), worker);
        for (int written = 0; written < events; written += PAGE) ledger.append(hold.gate(), entry(ids));
        var end = Item.Deliverable.success("done");
        ledger.deliver(hold.gate(), Entry.empty(ids.step()), ids.card(), end);
    }

    private static Entry entry(TimedIds ids) {
        var lines = new ArrayList<Entry.Line>();
        for (int i = 0; i < PAGE; i++) {
            var text = "line " + i + " of what an agent says while it works on something that takes long";
            lines.add(new Entry.Line(ids.card(), "agent", new Item.AgentMessage(text)));
        }
        return new Entry(ids.step(), lines);
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

    private Figures measure(Path folder, long events, Map<String, Double> cold) throws IOException {
        var start = System.nanoTime();
        var store = open(folder);
        try (var ledger = new DurableLedger(store, Limits.DEFAULT, new TimedIds())) {
            var thread = new ThreadId(AGENT.value());
            var keeping = new ThreadKeeping(ledger, new JdbcThreads(store), TARGET);
            if (page(ledger, keeping, thread) == 0) throw new IllegalStateException("an empty page");
            double firstPage = since(start);
            var status = timed(() -> new StatusReader(ledger, _ -> Vital.UNKNOWN)
                    .standing(thread, false, Instant.EPOCH)
                    .state());
            var whole = timed(() -> keeping.history(thread).size());
            var replay = timed(() -> replay(ledger));
            var list = timed(
                    () -> keeping.page(new Threads.Query(Threads.Shelf.ACTIVE, "", "", "", Threads.Cursor.START, 20)));
            var fork = timed(
                    () -> ledger.fork(AGENT, keeping.lastTurn(thread).orElseThrow(), new AgentId("fork"), TARGET));
            new Page("A long thread", "./bench threads")
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
                    .line("| a fork after its last turn | | " + fork + " | |")
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
            if (cold.getOrDefault("first_page", Double.MAX_VALUE) > 200) figures.miss("the first page within 200 ms");
            if (cold.getOrDefault("whole", Double.MAX_VALUE) > 1500) figures.miss("the whole thread within 1500 ms");
            return figures;
        }
    }

    private static int page(Ledger ledger, ThreadKeeping keeping, ThreadId thread) {
        var ids = new ArrayList<CardId>();
        for (var logged : keeping.events(thread, 0, PAGE)) {
            if (logged.event() instanceof Event.ItemRecorded(var card, var _, var _)) ids.add(card);
        }
        return ledger.cards(ids).size();
    }

    private static ChatState replay(Ledger ledger) {
        var signals = new LogSignals(ledger::card);
        var state = ChatState.NEW;
        while (true) {
            var page = ledger.events(AGENT, state.seq(), 500);
            if (page.isEmpty()) return state;
            for (var logged : page) state = signals.after(state, logged);
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
