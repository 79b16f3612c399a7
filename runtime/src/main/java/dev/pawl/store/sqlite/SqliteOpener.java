package dev.pawl.store.sqlite;

import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.sql.Migrations;
import dev.pawl.store.sql.SqlDialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/// Opens connections that are set up for their part: the writer's, and the readers'.
final class SqliteOpener {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long NAP = 5_000_000;

    private final String name;
    private final ConnectionSource source;
    private final Durability durability;

    SqliteOpener(String name, ConnectionSource source, Durability durability) {
        this.name = name;
        this.source = source;
        this.durability = durability;
    }

    String name() {
        return name;
    }

    /// The first connection of a process: brings the schema up to date.
    SqliteConnection first() {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        while (true) {
            try {
                return migrated();
            } catch (SQLException trouble) {
                // The change to WAL does not wait for others by itself.
                if (!SqliteErrors.isTransient(trouble) || System.nanoTime() > deadline) {
                    throw SqliteErrors.explain(name, trouble);
                }
                LockSupport.parkNanos(NAP);
            }
        }
    }

    private SqliteConnection migrated() throws SQLException {
        var connection = writer();
        try {
            new Migrations(SqlDialect.SQLITE, new Bounds()).apply(connection.plain());
            return connection;
        } catch (SQLException | StoreFailure trouble) {
            connection.close();
            throw trouble;
        }
    }

    SqliteConnection writer() throws SQLException {
        return set(
                source.open(),
                durability == Durability.FULL ? "setup.full" : "setup.normal",
                "setup.impatient",
                "setup.forget",
                "setup.rare_checkpoint");
    }

    /// Fails when another process writes all the time.
    void shrink() throws SQLException {
        try (var connection = writer()) {
            for (var step : List.of("setup.patient", "setup.empty_log", "setup.shrink", "setup.empty_log")) {
                apply(connection.plain(), step);
            }
        }
    }

    SqliteConnection reader() throws SQLException {
        return set(source.open(), "setup.no_checkpoint", "setup.read_only");
    }

    private static SqliteConnection set(Connection connection, String... settings) throws SQLException {
        try {
            apply(connection, "setup.patient");
            apply(connection, "setup.no_mmap");
            apply(connection, "setup.wal");
            for (var setting : settings) apply(connection, setting);
            return new SqliteConnection(connection);
        } catch (SQLException refused) {
            connection.close();
            throw refused;
        }
    }

    private static void apply(Connection connection, String setting) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(SqlDialect.SQLITE.statement(setting).text());
        }
    }

    /// The write lock of the file keeps other processes out of a migration.
    private static final class Bounds implements Migrations.Bounds {
        @Override
        public void begin(Connection connection) throws SQLException {
            apply(connection, "setup.patient");
            apply(connection, "tx.begin");
        }

        @Override
        public void commit(Connection connection) throws SQLException {
            apply(connection, "tx.commit");
            apply(connection, "setup.impatient");
        }

        @Override
        public void rollback(Connection connection) throws SQLException {
            apply(connection, "tx.rollback");
        }
    }
}
