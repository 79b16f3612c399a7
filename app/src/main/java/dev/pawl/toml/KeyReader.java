package dev.pawl.toml;

import java.util.ArrayList;
import java.util.List;

/// Reads keys: bare, quoted and dotted.
final class KeyReader {
    private final Cursor cursor;

    KeyReader(Cursor cursor) {
        this.cursor = cursor;
    }

    /// The parts; leaves the cursor behind the key and the blanks that follow it.
    List<String> read() {
        var parts = new ArrayList<String>();
        while (true) {
            parts.add(part());
            cursor.skipBlanks();
            if (cursor.peek() != '.') return parts;
            cursor.next();
            cursor.skipBlanks();
        }
    }

    private String part() {
        int c = cursor.peek();
        if (c == '"' || c == '\'') {
            if (cursor.looksAt("\"\"\"") || cursor.looksAt("'''"))
                throw cursor.error("a key cannot be a multi-line string");
            return new StringReader(cursor).read();
        }
        int start = cursor.mark();
        while (TomlText.isBare(cursor.peek())) cursor.next();
        if (cursor.mark() == start) throw cursor.error("a key was expected, not " + cursor.shown());
        return cursor.since(start);
    }
}
