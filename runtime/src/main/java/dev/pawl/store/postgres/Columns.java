package dev.pawl.store.postgres;

import dev.pawl.store.Micros;
import dev.pawl.store.SqlText;
import dev.pawl.store.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows turned into columns: one array for each parameter, whatever the number of rows.
final class Columns {
    private Columns() {}

    /// One parameter's values, a row each; values may be missing.
    record Column(String type, List<@Nullable Object> values) {}

    static List<Column> of(SqlText statement, List<Values> rows) {
        var ordered = rows.stream().map(row -> row.inOrder(statement)).toList();
        var columns = new ArrayList<Column>();
        for (var i = 0; i < statement.parameters().size(); i++) columns.add(column(ordered, i));
        return columns;
    }

    private static Column column(List<List<Values.Value>> rows, int index) {
        var values = new ArrayList<@Nullable Object>();
        for (var row : rows) values.add(element(row.get(index)));
        return new Column(type(rows.getFirst().get(index)), values);
    }

    private static String type(Values.Value value) {
        return switch (value) {
            case Values.Text _ -> "text";
            case Values.Whole _ -> "int8";
            case Values.Time _ -> "timestamptz";
        };
    }

    private static @Nullable Object element(Values.Value value) {
        return switch (value) {
            case Values.Text(var text) -> text;
            case Values.Whole(var number) -> number;
            case Values.Time(var time) ->
                time == null ? null : Micros.trim(time).toString();
        };
    }
}
