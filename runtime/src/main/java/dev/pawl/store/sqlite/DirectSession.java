package dev.pawl.store.sqlite;

import dev.pawl.store.Dialect;
import dev.pawl.store.Row;
import dev.pawl.store.Session;
import dev.pawl.store.SqlText;
import dev.pawl.store.SqlTrouble;
import dev.pawl.store.Values;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// Sends every statement at once: there is no way to the database worth saving.
final class DirectSession implements Session {
    private final SqliteConnection connection;
    private final Instant now;
    private long sent;

    DirectSession(SqliteConnection connection, Instant now) {
        this.connection = connection;
        this.now = now;
    }

    @Override
    public <T> Supplier<List<T>> ask(Query<T> query) {
        var answer = answer(query);
        return () -> answer;
    }

    private <T> List<T> answer(Query<T> query) {
        try {
            var statement = prepared(query.statement(), query.values());
            try (var rows = statement.executeQuery()) {
                var row = new Row(rows, Dialect.SQLITE, connection.columns(query.statement()));
                var found = new ArrayList<T>();
                while (rows.next()) found.add(query.reader().read(row));
                return found;
            }
        } catch (SQLException trouble) {
            throw new SqlTrouble(trouble);
        }
    }

    @Override
    public void write(String statement, Values values) {
        execute(statement, values);
    }

    @Override
    public void change(String statement, String key, Values values) {
        var changed = execute(statement, values);
        if (changed != 1) throw new IllegalStateException(statement + " of " + key + " changed " + changed + " rows");
    }

    @Override
    public void insert(String statement, String key, Values values) {
        execute(statement, values);
    }

    @Override
    public boolean amend(String statement, String key, Values values) {
        return false;
    }

    @Override
    public void rows(String statement, List<Values> rows) {
        for (var row : rows) execute(statement, row);
    }

    @Override
    public long sent() {
        return sent;
    }

    private int execute(String name, Values values) {
        try {
            sent++;
            return prepared(name, values).executeUpdate();
        } catch (SQLException trouble) {
            throw new SqlTrouble(trouble);
        }
    }

    private PreparedStatement prepared(String name, Values values) throws SQLException {
        SqlText text = Dialect.SQLITE.statement(name);
        if (text.parameters().contains("now") && !values.has("now")) values.time("now", now);
        var statement = connection.prepared(text);
        var index = 1;
        for (var value : values.inOrder(text)) Dialect.SQLITE.bind(statement, index++, value);
        return statement;
    }
}
