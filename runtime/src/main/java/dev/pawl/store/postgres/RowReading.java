package dev.pawl.store.postgres;

import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.SqlDialect;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/// A question's answer as it comes in.
final class RowReading<T> {
    private final Row.Reader<T> reader;
    private final List<T> found = new ArrayList<>();
    private boolean answered;

    RowReading(Row.Reader<T> reader) {
        this.reader = reader;
    }

    void read(ResultSet rows) throws SQLException {
        var row = new Row(rows, SqlDialect.POSTGRES, new HashMap<>());
        while (rows.next()) found.add(reader.read(row));
        answered = true;
    }

    boolean isIn() {
        return answered;
    }

    List<T> found() {
        return found;
    }
}
