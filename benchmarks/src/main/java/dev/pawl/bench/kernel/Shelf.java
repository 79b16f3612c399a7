package dev.pawl.bench.kernel;

import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.host.Stores;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.store.JdbcOutbox;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.store.postgres.PostgresPool;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.function.LongSupplier;

/// A store with what it counts itself. Everything rings in one process.
///
/// @param synced commits that waited for the disk; many works may share one
/// @param roundTrips to a server
record Shelf(CountedTransactions store, Outbox outbox, LocalDoorbell bell, LongSupplier synced, LongSupplier roundTrips)
        implements AutoCloseable {
    static Shelf memory() {
        var bell = new LocalDoorbell();
        var store = new MemoryTransactions(InstantSource.system(), bell);
        return new Shelf(new CountedTransactions(store), store, bell, () -> 0, () -> 0);
    }

    static Shelf sqlite(Path file) {
        var bell = new LocalDoorbell();
        var store = new SqliteTransactions(new SqliteFile(file), Durability.FULL, bell, InstantSource.system());
        var counted = new CountedTransactions(store);
        return new Shelf(counted, new JdbcOutbox(counted), bell, store::commits, () -> 0);
    }

    static Shelf postgres(String url) {
        var bell = new LocalDoorbell();
        var pool = new PostgresPool(PostgresUrl.parse(url), Stores.CONNECTIONS);
        var store = new PostgresTransactions(pool, bell, PostgresTransactions.PATIENCE);
        var counted = new CountedTransactions(store);
        return new Shelf(counted, new JdbcOutbox(counted), bell, store::commits, store::roundTrips);
    }

    @Override
    public void close() {
        store.close();
        bell.close();
    }
}
