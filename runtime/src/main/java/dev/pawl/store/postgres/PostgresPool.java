package dev.pawl.store.postgres;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.sql.Migrations;
import dev.pawl.store.sql.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.postgresql.Driver;

/// Connections to one database, made when they are first asked for. The first one is made without
/// the pool, so that a wrong address is told at once and in the driver's words, and brings the
/// schema up to date. Safe for use by many threads.
public final class PostgresPool implements PostgresConnections {
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final PostgresUrl url;
    private final int most;
    private final Semaphore free;
    private final ReentrantLock opening = new ReentrantLock();
    private volatile @Nullable HikariDataSource pool;
    private volatile boolean closed;

    public PostgresPool(PostgresUrl url, int most) {
        this.url = url;
        this.most = most;
        this.free = new Semaphore(most, true);
    }

    /// Nobody waits inside the pool, and nobody gives back while interrupted: it spins for as long
    /// as somebody waits there, and with an interrupt it spins without a pause. A few threads doing
    /// so hold every processor that virtual threads have, the waiting one's, too.
    @Override
    public <T> T lend(Errand<T> errand) throws SQLException {
        var interrupted = waitForFree();
        try {
            try (var connection = open()) {
                try {
                    return errand.with(connection);
                } finally {
                    interrupted |= Thread.interrupted();
                }
            } finally {
                free.release();
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// Whether it was interrupted meanwhile: that is put off, a connection would break by it.
    private boolean waitForFree() throws SQLException {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        var interrupted = false;
        while (true) {
            try {
                if (free.tryAcquire(deadline - System.nanoTime(), NANOSECONDS)) return interrupted;
                if (interrupted) Thread.currentThread().interrupt();
                throw new SQLTransientConnectionException("no connection got free in " + PATIENCE.toSeconds() + " s");
            } catch (InterruptedException putOff) {
                interrupted = true;
            }
        }
    }

    private Connection open() throws SQLException {
        if (closed) throw new StoreFailure("the store is closed");
        var there = pool;
        return (there != null ? there : make()).getConnection();
    }

    private HikariDataSource make() throws SQLException {
        opening.lock();
        try {
            var there = pool;
            if (there != null) return there;
            migrate();
            var made = new HikariDataSource(config());
            pool = made;
            return made;
        } finally {
            opening.unlock();
        }
    }

    private void migrate() throws SQLException {
        try (var first = new Driver().connect(url.url(), url.properties())) {
            if (first == null) throw new StoreFailure("not a PostgreSQL address: " + url);
            first.setAutoCommit(false);
            new Migrations(SqlDialect.POSTGRES, new AdvisoryLock()).apply(first);
            first.commit();
        }
    }

    private HikariConfig config() {
        var config = new HikariConfig();
        config.setPoolName("pawl-postgres");
        config.setJdbcUrl(url.url());
        config.setDataSourceProperties(url.properties());
        config.setAutoCommit(false);
        config.setMaximumPoolSize(most);
        config.setMinimumIdle(0);
        config.setConnectionTimeout(PATIENCE.toMillis());
        config.setInitializationFailTimeout(-1);
        return config;
    }

    @Override
    public String name() {
        return url.toString();
    }

    /// Whether a connection was made before: then an error is an outage, not a wrong address.
    @Override
    public boolean worked() {
        return pool != null;
    }

    @Override
    public void close() {
        closed = true;
        var there = pool;
        if (there != null) there.close();
    }

    /// Two processes that start at once migrate one after the other.
    static final class AdvisoryLock implements Migrations.Bounds {
        @Override
        public void begin(Connection connection) throws SQLException {
            connection.rollback(); // a new snapshot, after the first look
            try (var statement = connection.createStatement()) {
                statement.execute(SqlDialect.POSTGRES.statement("schema.lock").text());
            }
        }

        @Override
        public void commit(Connection connection) throws SQLException {
            connection.commit();
        }

        @Override
        public void rollback(Connection connection) throws SQLException {
            connection.rollback();
        }
    }
}
