package dev.pawl.store.sqlite;

import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sql.SqlText;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;

/// One connection with the statements it has prepared. Not thread-safe.
final class SqliteConnection implements AutoCloseable {
    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new HashMap<>();
    private final Map<String, Map<String, Integer>> columns = new HashMap<>();

    SqliteConnection(Connection connection) {
        this.connection = connection;
    }

    Connection plain() {
        return connection;
    }

    PreparedStatement prepared(SqlText text) throws SQLException {
        var known = prepared.get(text.name());
        if (known != null) return known;
        var statement = connection.prepareStatement(text.text());
        prepared.put(text.name(), statement);
        return statement;
    }

    /// Where the columns of a statement's answers are, to be filled by who reads them.
    Map<String, Integer> columns(String statement) {
        return columns.computeIfAbsent(statement, _ -> new HashMap<>());
    }

    /// Runs a statement that has neither parameters nor an answer.
    void run(String name) throws SQLException {
        prepared(SqlDialect.SQLITE.statement(name)).execute();
    }

    /// Closes its statements with it.
    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
