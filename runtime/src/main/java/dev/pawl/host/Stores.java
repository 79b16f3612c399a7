package dev.pawl.host;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.Workers;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.JdbcOutbox;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.JdbcWorkflows;
import dev.pawl.store.StoreInspection;
import dev.pawl.store.fleet.JdbcWorkers;
import dev.pawl.store.memory.MemoryThreads;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.store.memory.MemoryWorkers;
import dev.pawl.store.memory.MemoryWorkflows;
import dev.pawl.store.postgres.PostgresPool;
import dev.pawl.store.postgres.PostgresTransactions;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.FileTransactions;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.thread.Threads;
import dev.pawl.workflow.WorkflowStore;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Optional;

/// Opens a store by its URL: `sqlite:PATH`, `postgresql://…` or `memory:`.
public final class Stores {
    /// To a PostgreSQL server, from one process.
    public static final int CONNECTIONS = 10;

    private static final String SQLITE = "sqlite:";

    private Stores() {}

    /// A store, what has yet to leave it, and the file it lies in.
    public record Opened(Transactions transactions, Outbox outbox, Optional<Path> file) implements AutoCloseable {
        public Threads threads() {
            return transactions instanceof MemoryTransactions memory
                    ? new MemoryThreads(memory)
                    : new JdbcThreads(transactions);
        }

        public WorkflowStore workflows() {
            return new WorkflowStore(
                    transactions instanceof MemoryTransactions
                            ? new MemoryWorkflows(InstantSource.system())
                            : new JdbcWorkflows(transactions));
        }

        public Workers workers() {
            return transactions instanceof MemoryTransactions
                    ? new MemoryWorkers(InstantSource.system())
                    : new JdbcWorkers(transactions);
        }

        /// Looks at the records themselves; a store in memory has none that could be damaged.
        public Optional<StoreInspection> inspection() {
            if (transactions instanceof MemoryTransactions) return Optional.empty();
            var dialect = file.isPresent() ? SqlDialect.SQLITE : SqlDialect.POSTGRES;
            return Optional.of(new StoreInspection(transactions, dialect));
        }

        @Override
        public void close() {
            transactions.close();
        }
    }

    /// The file of a store on this machine.
    public static Optional<Path> file(String url) {
        return url.startsWith(SQLITE) ? Optional.of(Path.of(url.substring(SQLITE.length()))) : Optional.empty();
    }

    public static boolean isPostgres(String url) {
        return url.startsWith("postgres") || url.startsWith("jdbc:postgresql");
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
            var watched = new FileTransactions(store, Path.of(path));
            return new Opened(watched, new JdbcOutbox(store), Optional.of(Path.of(path)));
        } catch (InvalidPathException notPath) {
            throw new StoreFailure("not a path: " + notPath.getMessage(), notPath);
        }
    }

    private static Opened postgres(String url, Doorbell doorbell) {
        var pool = new PostgresPool(PostgresUrl.parse(url), CONNECTIONS);
        var store = new PostgresTransactions(pool, doorbell, PostgresTransactions.PATIENCE);
        return new Opened(store, new JdbcOutbox(store), Optional.empty());
    }

    private static Opened memory(String rest, Doorbell doorbell, InstantSource clock) {
        if (!rest.isEmpty()) throw unknown();
        var store = new MemoryTransactions(clock, doorbell);
        return new Opened(store, store, Optional.empty());
    }

    /// Does not repeat the URL: it may hold a password.
    private static StoreFailure unknown() {
        return new StoreFailure("--store (or pawl.store in config.toml) is not a store's URL: write sqlite:PATH,"
                + " postgresql://user:password@host:port/database, or memory:");
    }
}
