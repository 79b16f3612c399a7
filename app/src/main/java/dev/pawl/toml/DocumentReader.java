package dev.pawl.toml;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads a document: entries, `[headers]` and `[[headers]]`.
final class DocumentReader {
    private final Cursor cursor;
    private final Branch root = new Branch(Branch.Kind.HEADER);

    DocumentReader(Cursor cursor) {
        this.cursor = cursor;
    }

    TomlValue.Table read() {
        var table = root;
        while (true) {
            cursor.skipSpace();
            if (cursor.atEnd()) return root.toTable();
            if (cursor.peek() == '[') table = header();
            else new ValueReader(cursor).entry(table);
            cursor.endOfLine();
        }
    }

    private Branch header() {
        int start = cursor.mark();
        boolean series = cursor.looksAt("[[");
        cursor.skip(series ? 2 : 1);
        cursor.skipBlanks();
        var key = new KeyReader(cursor).read();
        cursor.expect(']');
        if (series) cursor.expect(']');
        var table = reach(key, series);
        if (table == null) {
            var name = String.join(".", key);
            throw cursor.errorAt(start, series ? name + " is not an array of tables" : name + " is defined twice");
        }
        return table;
    }

    private @Nullable Branch reach(List<String> key, boolean series) {
        var table = root;
        for (var part : key.subList(0, key.size() - 1)) {
            table = table.walk(part);
            if (table == null) return null;
        }
        return series ? table.append(key.getLast()) : table.open(key.getLast());
    }
}
