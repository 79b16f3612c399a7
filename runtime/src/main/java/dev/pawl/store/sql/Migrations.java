package dev.pawl.store.sql;

import dev.pawl.kernel.rows.StoreFailure;
import java.sql.Connection;
import java.sql.SQLException;

/// Brings a store's schema up to what this version knows, one numbered file at a time.
///
/// Each file and its row in `schema_version` are one transaction: a process that dies in the middle
/// leaves the schema before or after it, and the next one goes on from there. A schema of a newer
/// version is not touched.
public final class Migrations {
    private final SqlDialect dialect;
    private final Bounds bounds;

    /// How a database opens and ends the transaction of one migration, holding off other processes.
    public interface Bounds {
        void begin(Connection connection) throws SQLException;

        void commit(Connection connection) throws SQLException;

        void rollback(Connection connection) throws SQLException;
    }

    public Migrations(SqlDialect dialect, Bounds bounds) {
        this.dialect = dialect;
        this.bounds = bounds;
    }

    /// The schema's version, 0 for a new store.
    public int version(Connection connection) throws SQLException {
        if (number(connection, "schema.exists", "there") == 0) return 0;
        return (int) number(connection, "schema.version", "version");
    }

    /// Fails when the store was written by a newer version; else brings it up to date.
    public void apply(Connection connection) throws SQLException {
        // The usual start finds nothing to do and takes no lock.
        if (isCurrent(version(connection))) return;
        for (var next = 1; next <= dialect.schema(); next++) step(connection, next);
    }

    private boolean isCurrent(int version) {
        if (version > dialect.schema()) {
            throw new StoreFailure("this store was written by a newer pawl (schema " + version + ", this one knows "
                    + dialect.schema() + "): upgrade pawl");
        }
        return version == dialect.schema();
    }

    private void step(Connection connection, int next) throws SQLException {
        bounds.begin(connection);
        try {
            // Looked at again under the lock: another process may have been faster.
            var version = version(connection);
            if (!isCurrent(version) && version < next) {
                if (version == 0) prepare(connection);
                for (var statement : dialect.migration(next)) run(connection, statement);
                mark(connection, next);
            }
            bounds.commit(connection);
        } catch (SQLException | RuntimeException failed) {
            undo(connection, failed);
            throw failed;
        }
    }

    /// A full disk may have ended the transaction already: the first error is the one that counts.
    private void undo(Connection connection, Exception failed) {
        try {
            bounds.rollback(connection);
        } catch (SQLException alsoFailed) {
            failed.addSuppressed(alsoFailed);
        }
    }

    private void prepare(Connection connection) throws SQLException {
        if (dialect == SqlDialect.SQLITE && number(connection, "schema.strangers", "tables") > 0) {
            throw new StoreFailure("this file is a database of another program: name another file for the store");
        }
        if (dialect == SqlDialect.POSTGRES) run(connection, dialect.statement("schema.create_schema"));
        run(connection, dialect.statement("schema.create_version"));
    }

    private void mark(Connection connection, int version) throws SQLException {
        try (var statement =
                connection.prepareStatement(dialect.statement("schema.applied").text())) {
            statement.setLong(1, version);
            statement.setString(2, dialect.migrationName(version));
            statement.executeUpdate();
        }
    }

    private long number(Connection connection, String name, String column) throws SQLException {
        try (var statement = connection.prepareStatement(dialect.statement(name).text());
                var rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(column);
        }
    }

    private static void run(Connection connection, SqlText migration) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(migration.text());
        }
    }
}
