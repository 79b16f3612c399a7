package dev.pawl.store.postgres;

import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sql.SqlTrouble;
import dev.pawl.store.sql.Values;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Keeps writes back and sends them in one round trip with the next question or with the commit.
final class PipelinedSession implements Session {
    private static final SqlDialect DIALECT = SqlDialect.POSTGRES;

    private final Connection connection;
    private final Runnable onRoundTrip;
    private final List<QueuedStatement> kept = new ArrayList<>();
    private long sent;

    PipelinedSession(Connection connection, Runnable onRoundTrip) {
        this.connection = connection;
        this.onRoundTrip = onRoundTrip;
    }

    @Override
    public <T> PendingRows<T> ask(Query<T> query) {
        var reading = new RowReading<T>(query.reader());
        kept.add(new QueuedStatement(DIALECT.statement(query.statement()), List.of(query.values()), null, reading));
        return new PendingRows<>() {
            @Override
            public List<T> get() {
                if (!reading.isIn()) send();
                return reading.found();
            }

            @Override
            public boolean isIn() {
                return reading.isIn();
            }
        };
    }

    @Override
    public void write(String statement, Values values) {
        kept.add(new QueuedStatement(DIALECT.statement(statement), List.of(values), null, null));
    }

    @Override
    public void change(String statement, String key, Values values) {
        if (!amend(statement, key, values)) insert(statement, key, values);
    }

    @Override
    public void lead(String statement, String key, Values values) {
        if (!amend(statement, key, values)) {
            kept.addFirst(new QueuedStatement(DIALECT.statement(statement), List.of(values), key, null));
        }
    }

    @Override
    public void insert(String statement, String key, Values values) {
        kept.add(new QueuedStatement(DIALECT.statement(statement), List.of(values), key, null));
    }

    @Override
    public boolean amend(String statement, String key, Values values) {
        for (var i = 0; i < kept.size(); i++) {
            var each = kept.get(i);
            if (key.equals(each.key()) && each.statement().name().equals(statement)) {
                kept.set(i, new QueuedStatement(each.statement(), List.of(values), key, null));
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
            if (earlier.statement().equals(text) && key.equals(earlier.key())) {
                var all = new ArrayList<>(earlier.rows());
                all.addAll(rows);
                kept.set(i, new QueuedStatement(text, all, key, null));
                return;
            }
        }
        kept.add(new QueuedStatement(text, rows, key, null));
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
        var sentences = MergedStatement.of(
                kept.stream().flatMap(PipelinedSession::inParts).toList());
        kept.clear();
        sent++;
        var text = sentences.stream().map(MergedStatement::text).collect(Collectors.joining(";\n"));
        try (var statement = connection.prepareStatement(text)) {
            var index = 1;
            for (var each : sentences) index = each.bind(statement, index);
            var answered = statement.execute();
            for (var each : sentences) {
                each.main().take(statement, answered);
                answered = statement.getMoreResults();
            }
        } catch (SQLException trouble) {
            throw new SqlTrouble(trouble);
        }
    }

    private static Stream<QueuedStatement> inParts(QueuedStatement each) {
        if (each.rows().size() == 1) return Stream.of(each);
        return RepeatedRows.parts(each.rows()).stream()
                .map(rows -> new QueuedStatement(each.statement(), rows, each.key(), null));
    }
}
