package dev.pawl.store.postgres;

import dev.pawl.store.Dialect;
import dev.pawl.store.Row;
import dev.pawl.store.Session;
import dev.pawl.store.SqlText;
import dev.pawl.store.SqlTrouble;
import dev.pawl.store.Values;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Keeps writes back and sends them in one round trip with the next question or with the commit.
final class PipelinedSession implements Session {
    private static final Dialect DIALECT = Dialect.POSTGRES;

    private final Connection connection;
    private final Runnable onRoundTrip;
    private final List<Kept> kept = new ArrayList<>();
    private long sent;

    PipelinedSession(Connection connection, Runnable onRoundTrip) {
        this.connection = connection;
        this.onRoundTrip = onRoundTrip;
    }

    /// A statement on its way. `key` is of a write that must change one row, or of rows that may
    /// be joined by more; `reading` of a question.
    private record Kept(
            SqlText statement,
            List<Values> rows,
            @Nullable String key,
            @Nullable Reading<?> reading) {}

    /// A question's answer as it comes in.
    private static final class Reading<T> {
        private final Row.Reader<T> reader;
        private final List<T> found = new ArrayList<>();
        private boolean answered;

        Reading(Row.Reader<T> reader) {
            this.reader = reader;
        }

        void read(ResultSet rows) throws SQLException {
            var row = new Row(rows, DIALECT, new HashMap<>());
            while (rows.next()) found.add(reader.read(row));
            answered = true;
        }
    }

    @Override
    public <T> Answer<T> ask(Query<T> query) {
        var reading = new Reading<T>(query.reader());
        kept.add(new Kept(DIALECT.statement(query.statement()), List.of(query.values()), null, reading));
        return new Answer<>() {
            @Override
            public List<T> get() {
                if (!reading.answered) send();
                return reading.found;
            }

            @Override
            public boolean isIn() {
                return reading.answered;
            }
        };
    }

    @Override
    public void write(String statement, Values values) {
        kept.add(new Kept(DIALECT.statement(statement), List.of(values), null, null));
    }

    @Override
    public void change(String statement, String key, Values values) {
        if (!amend(statement, key, values)) insert(statement, key, values);
    }

    @Override
    public void lead(String statement, String key, Values values) {
        if (!amend(statement, key, values)) {
            kept.addFirst(new Kept(DIALECT.statement(statement), List.of(values), key, null));
        }
    }

    @Override
    public void insert(String statement, String key, Values values) {
        kept.add(new Kept(DIALECT.statement(statement), List.of(values), key, null));
    }

    @Override
    public boolean amend(String statement, String key, Values values) {
        for (var i = 0; i < kept.size(); i++) {
            var each = kept.get(i);
            if (key.equals(each.key) && each.statement.name().equals(statement)) {
                kept.set(i, new Kept(each.statement, List.of(values), key, null));
                return true;
            }
        }
        return false;
    }

    /// Rows for a table that is waiting already join the rows there: they only ever add.
    @Override
    public void rows(String statement, String key, List<Values> rows) {
        if (rows.isEmpty()) return;
        var text = DIALECT.statement(statement);
        for (var i = 0; i < kept.size(); i++) {
            var earlier = kept.get(i);
            if (earlier.statement.equals(text) && key.equals(earlier.key)) {
                var all = new ArrayList<>(earlier.rows);
                all.addAll(rows);
                kept.set(i, new Kept(text, all, key, null));
                return;
            }
        }
        kept.add(new Kept(text, rows, key, null));
    }

    @Override
    public long sent() {
        return sent;
    }

    /// Sends a statement without values behind what is kept, if anything is.
    void begin(String statement) {
        write(statement, Values.none());
    }

    /// Sends what is kept, and the commit behind it. A transaction that wrote nothing just ends.
    void commit() {
        begin("tx.commit");
        send();
    }

    private void send() {
        onRoundTrip.run();
        var sending = kept.stream().flatMap(PipelinedSession::inParts).toList();
        kept.clear();
        sent++;
        var text = new StringBuilder();
        for (var each : sending) {
            if (!text.isEmpty()) text.append(";\n");
            text.append(RepeatedRows.text(each.statement, each.rows.size()));
        }
        try (var statement = connection.prepareStatement(text.toString())) {
            var index = 1;
            for (var each : sending) index = bind(statement, index, each);
            var answered = statement.execute();
            for (var each : sending) {
                take(statement, answered, each);
                answered = statement.getMoreResults();
            }
        } catch (SQLException trouble) {
            throw new SqlTrouble(trouble);
        }
    }

    private static Stream<Kept> inParts(Kept each) {
        if (each.rows.size() == 1) return Stream.of(each);
        return RepeatedRows.parts(each.rows).stream().map(rows -> new Kept(each.statement, rows, each.key, null));
    }

    private static int bind(PreparedStatement statement, int from, Kept each) throws SQLException {
        var index = from;
        for (var row = 0; row < each.rows.size(); row++) {
            var values = each.rows.get(row);
            for (var name : each.statement.parameters()) {
                var value = name.equals("row") ? new Values.Whole((long) row) : values.get(each.statement, name);
                DIALECT.bind(statement, index++, value);
            }
        }
        return index;
    }

    private static void take(PreparedStatement statement, boolean answered, Kept each) throws SQLException {
        if (each.reading != null) {
            try (var rows = statement.getResultSet()) {
                each.reading.read(rows);
            }
        } else if (each.key != null && !answered && statement.getUpdateCount() != each.rows.size()) {
            throw new IllegalStateException(
                    each.statement.name() + " of " + each.key + " changed " + statement.getUpdateCount() + " rows");
        }
    }
}
