package dev.pawl.app;

import dev.pawl.feed.OutboxFeed;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.StatusReader;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.threads.Library;
import dev.pawl.worker.WorkerProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/// The store without a worker: threads are looked at and ordered, and no turn is run.
final class LocalLibrary implements Library {
    private final Ledger ledger;
    private final Gateway gateway;
    private final StatusReader statuses;

    LocalLibrary(StoreChoice stores) {
        var store = stores.open();
        var ids = new Uuid7(InstantSource.system(), Uuid7.seed());
        this.ledger = new DurableLedger(store.transactions(), Limits.DEFAULT.withLease(stores.lease()), ids);
        // Others write: their events are found by looking.
        var feed = new OutboxFeed((agent, seq, max) -> ledger.events(agent, seq, max), Duration.ofMillis(50));
        this.gateway = new Gateway(ledger, stores.threads(store), feed, new WorkerTarget("local"));
        this.statuses = new StatusReader(ledger, WorkerProcess::isDead);
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
    public Instant now() {
        return Instant.now();
    }

    @Override
    public void close() {
        ledger.close();
    }
}
