package dev.pawl.store.postgres;

import dev.pawl.store.sql.SqlText;
import java.util.ArrayList;
import java.util.List;

/// One insert of many rows: its `VALUES` again for each of them. The server keeps a plan for every
/// number of rows, so there are only a few numbers.
final class RepeatedRows {
    private static final String VALUES = "VALUES ";
    private static final int MANY = 64;
    private static final int FEW = 8;

    private RepeatedRows() {}

    static String text(SqlText statement, int rows) {
        if (rows == 1) return statement.text();
        var row = statement.text().substring(statement.text().indexOf(VALUES) + VALUES.length());
        return statement.text() + (", " + row).repeat(rows - 1);
    }

    /// The rows in parts of 64, then of 8, then what is left.
    static <T> List<List<T>> parts(List<T> rows) {
        var parts = new ArrayList<List<T>>();
        var from = 0;
        while (from < rows.size()) {
            var left = rows.size() - from;
            var part = left >= MANY ? MANY : Math.min(left, FEW);
            parts.add(rows.subList(from, from + part));
            from += part;
        }
        return parts;
    }
}
