package dev.pawl.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/// Where connections come from, each outside a transaction and without auto-commit; closing one
/// gives it back. Safe for use by many threads.
public interface PostgresConnections extends AutoCloseable {
    Connection open() throws SQLException;

    /// The database in words, without a password.
    String name();

    /// Whether a connection was ever made.
    boolean worked();

    @Override
    void close();
}
