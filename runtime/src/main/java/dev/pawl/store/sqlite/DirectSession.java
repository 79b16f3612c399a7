package dev.pawl.store.sqlite;

import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sql.SqlText;
import dev.pawl.store.sql.SqlTrouble;
import dev.pawl.store.sql.Values;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Sends every write at once, and a question when its answer is wanted: there is no way to the
/// database worth saving.
final class DirectSession implements Session {
    private static final Values.Value FIRST = new Values.Whole(0L);

    private final SqliteConnection connection;
    private final Instant now;
    private long sent;

    DirectSession(SqliteConnection connection, Instant now) {
        this.connection = connection;
        this.now = now;
    }

    @Override
    public <T> PendingRows<T> ask(Query<T> query) {
        return new PendingRows<>() {
            private @Nullable List<T> found;

            @Override
            public List<T> get() {
                var answer = found;
                if (answer == null) {
                    answer = answer(query);
                    found = answer;
                }
                return answer;
            }

            @Override
            public boolean isIn() {
                return found != null;
            }
        };
    }

    @Override
    public <T> List<T> list(Query<T> query) {
        return answer(query);
    }

    private <T> List<T> answer(Query<T> query) {
        try {
            var statement = prepared(query.statement(), query.values());
            try (var rows = statement.executeQuery()) {
                var row = new Row(rows, SqlDialect.SQLITE, connection.columns(query.statement()));
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
    public void lead(String statement, String key, Values values) {
        change(statement, key, values);
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
    public void rows(String statement, String key, List<Values> rows) {
        for (var row : rows) execute(statement, row);
    }

    @Override
    public Optional<Instant> now() {
        return Optional.of(now);
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
        SqlText text = SqlDialect.SQLITE.statement(name);
        var statement = connection.prepared(text);
        var index = 1;
        for (var parameter : text.parameters()) {
            var value = values.find(parameter);
            SqlDialect.SQLITE.bind(statement, index++, value != null ? value : own(text, parameter));
        }
        return statement;
    }

    private Values.Value own(SqlText text, String parameter) {
        return switch (parameter) {
            case "now" -> new Values.Time(now);
            case "row" -> FIRST;
            default -> throw new IllegalStateException(text.name() + " was not given :" + parameter);
        };
    }
}
