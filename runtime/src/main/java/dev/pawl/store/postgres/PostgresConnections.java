package dev.pawl.store.postgres;

import java.sql.Connection;
import java.sql.SQLException;

/// Where connections come from. Safe for use by many threads.
public interface PostgresConnections extends AutoCloseable {
    /// What is done with a connection while it is lent.
    interface Errand<T> {
        T with(Connection connection) throws SQLException;
    }

    /// Lends a connection that is outside a transaction and without auto-commit.
    <T> T lend(Errand<T> errand) throws SQLException;

    /// The database in words, without a password.
    String name();

    /// Whether a connection was ever made.
    boolean worked();

    @Override
    void close();
}
