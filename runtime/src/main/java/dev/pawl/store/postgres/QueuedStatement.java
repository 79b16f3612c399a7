package dev.pawl.store.postgres;

import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sql.SqlText;
import dev.pawl.store.sql.Values;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A statement on its way. `key` is of a write that must change one row, or of rows that may be
/// joined by more; `reading` of a question.
record QueuedStatement(
        SqlText statement,
        List<Values> rows,
        @Nullable String key,
        @Nullable RowReading<?> reading) {
    String text() {
        return RepeatedRows.text(statement, rows.size());
    }

    /// Binds all rows, and says where the next value goes.
    int bind(PreparedStatement to, int from) throws SQLException {
        var index = from;
        for (var row = 0; row < rows.size(); row++) {
            var values = rows.get(row);
            for (var name : statement.parameters()) {
                var value = name.equals("row") ? new Values.Whole((long) row) : values.get(statement, name);
                SqlDialect.POSTGRES.bind(to, index++, value);
            }
        }
        return index;
    }

    void take(PreparedStatement from, boolean answered) throws SQLException {
        if (reading != null) {
            try (var found = from.getResultSet()) {
                reading.read(found);
            }
        } else if (key != null && !answered && from.getUpdateCount() != rows.size()) {
            throw new IllegalStateException(
                    statement.name() + " of " + key + " changed " + from.getUpdateCount() + " rows");
        }
    }
}
