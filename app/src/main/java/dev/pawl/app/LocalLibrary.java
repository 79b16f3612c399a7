package dev.pawl.app;

import dev.pawl.agent.Rulebook;
import dev.pawl.card.Card;
import dev.pawl.codex.TranscriptFile;
import dev.pawl.feed.OutboxFeed;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.SalvagedHistory;
import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.books.Transactions;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.provider.ResponseItems;
import dev.pawl.store.StoreInspection;
import dev.pawl.thread.ChatThread;
import dev.pawl.threads.Library;
import dev.pawl.tool.sandbox.Descriptor;
import dev.pawl.tool.shell.RunningCommands;
import dev.pawl.worker.WorkerProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/// The store without a worker: threads are looked at and ordered, and no turn is run.
final class LocalLibrary implements Library {
    private static final long LARGEST_TRANSCRIPT = 1L << 30;
    /// Its agents are idle: their next turn says who runs it.
    private static final WorkerTarget NONE = new WorkerTarget("none");

    private final Ledger ledger;
    private final Gateway gateway;
    private final StatusReader statuses;
    private final ThreadKeeping keeping;
    private final Uuid7 ids = new Uuid7(InstantSource.system(), Uuid7.seed());
    private final Path codexHome;
    private final Transactions transactions;
    private final Optional<StoreInspection> inspection;

    LocalLibrary(StoreChoice stores, Rulebook rules, Path codexHome, RunningCommands commands) {
        this.codexHome = codexHome;
        var store = stores.open();
        this.transactions = store.transactions();
        this.inspection = stores.inspection(store);
        var threads = stores.threads(store);
        this.ledger = new DurableLedger(store.transactions(), Limits.DEFAULT.withLease(stores.lease()), ids);
        // Others write: their events are found by looking.
        var feed = new OutboxFeed((agent, seq, max) -> ledger.events(agent, seq, max), Duration.ofMillis(50));
        this.gateway = new Gateway(ledger, threads, feed, NONE, rules);
        this.keeping = new ThreadKeeping(ledger, threads, NONE, commands::endAll);
        this.statuses = new StatusReader(ledger, WorkerProcess::vital);
    }

    @Override
    public Gateway gateway() {
        return gateway;
    }

    @Override
    public StatusReader statuses() {
        return statuses;
    }

    @Override
    public ThreadKeeping keeping() {
        return keeping;
    }

    @Override
    public String fresh() {
        return ids.fresh();
    }

    @Override
    public List<String> transcript(ChatThread thread, List<Card> history) {
        return Transcript.lines(thread, history);
    }

    @Override
    public Salvage salvage(ThreadId thread) {
        return inspection
                .map(reading -> reading.salvage(thread))
                .map(found -> new Salvage(SalvagedHistory.of(found.cards()), found.lost()))
                .orElseGet(() -> new Salvage(keeping.history(thread), 0));
    }

    @Override
    public void reclaim() {
        transactions.reclaim();
    }

    @Override
    public TranscriptFile.Contents transcript(Path file) throws IOException {
        try (var opened = Descriptor.following(file.toAbsolutePath())) {
            if (!opened.isPlainFile()) throw new IOException("it is not a plain file");
            if (Files.size(opened.path()) > LARGEST_TRANSCRIPT)
                throw new IOException("it is larger than " + (LARGEST_TRANSCRIPT >> 20) + " MiB");
            try (var reader = Files.newBufferedReader(opened.path())) {
                return TranscriptFile.read(reader, ResponseItems::read);
            }
        }
    }

    @Override
    public Path codexHome() {
        return codexHome;
    }

    @Override
    public Instant now() {
        return Instant.now();
    }

    @Override
    public void close() {
        ledger.close();
    }
}
