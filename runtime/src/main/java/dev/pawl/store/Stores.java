package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.books.Outbox;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.kernel.books.Transactions;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.store.postgres.PostgresPool;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;

/// Opens a store by its URL: `sqlite:PATH`, `postgresql://…` or `memory:`.
public final class Stores {
    /// To a PostgreSQL server, from one process.
    public static final int CONNECTIONS = 10;

    private Stores() {}

    /// A store and what has yet to leave it.
    public record Opened(Transactions transactions, Outbox outbox) implements AutoCloseable {
        @Override
        public void close() {
            transactions.close();
        }
    }

    /// The clock is asked by the stores of this host only; a server has its own.
    public static Opened open(String url, Durability durability, Doorbell doorbell, InstantSource clock) {
        var colon = url.indexOf(':');
        var scheme = colon < 0 ? "" : url.substring(0, colon);
        return switch (scheme) {
            case "sqlite" -> sqlite(url.substring(colon + 1), durability, doorbell, clock);
            case "postgresql", "postgres", "jdbc" -> postgres(url, doorbell);
            case "memory" -> memory(url.substring(colon + 1), doorbell, clock);
            default -> throw unknown();
        };
    }

    private static Opened sqlite(String path, Durability durability, Doorbell doorbell, InstantSource clock) {
        if (path.isBlank() || path.startsWith(":")) throw unknown();
        try {
            var file = new SqliteFile(Path.of(path));
            var store = new SqliteTransactions(file, durability, doorbell, clock);
            return new Opened(store, new JdbcOutbox(store));
        } catch (InvalidPathException notPath) {
            throw new StoreFailure("not a path: " + notPath.getMessage(), notPath);
        }
    }

    private static Opened postgres(String url, Doorbell doorbell) {
        var pool = new PostgresPool(PostgresUrl.parse(url), CONNECTIONS);
        var store = new PostgresTransactions(pool, doorbell, PostgresTransactions.PATIENCE);
        return new Opened(store, new JdbcOutbox(store));
    }

    private static Opened memory(String rest, Doorbell doorbell, InstantSource clock) {
        if (!rest.isEmpty()) throw unknown();
        var store = new MemoryTransactions(clock, doorbell);
        return new Opened(store, store);
    }

    /// Does not repeat the URL: it may hold a password.
    private static StoreFailure unknown() {
        return new StoreFailure("--store (or pawl.store in config.toml) is not a store's URL: write sqlite:PATH,"
                + " postgresql://user:password@host:port/database, or memory:");
    }
}
