package dev.pawl.toml;

import java.util.ArrayList;

/// Reads values, nested ones included.
final class ValueReader {
    /// Deep enough for any configuration, and far from the end of the stack.
    private static final int DEEPEST = 200;

    private final Cursor cursor;
    private int depth;

    ValueReader(Cursor cursor) {
        this.cursor = cursor;
    }

    TomlValue read() {
        int c = cursor.peek();
        return switch (c) {
            case '"', '\'' -> new TomlValue.Text(new StringReader(cursor).read());
            case '[' -> nested(c);
            case '{' -> nested(c);
            default -> new ScalarReader(cursor).read();
        };
    }

    private TomlValue nested(int bracket) {
        if (++depth > DEEPEST) throw cursor.error("values nested more than " + DEEPEST + " deep");
        var value = bracket == '[' ? array() : inlineTable();
        depth--;
        return value;
    }

    private TomlValue array() {
        int start = cursor.mark();
        cursor.expect('[');
        var values = new ArrayList<TomlValue>();
        while (true) {
            cursor.skipSpace();
            if (cursor.peek() == ']') break;
            if (cursor.atEnd()) throw cursor.errorAt(start, "this array is never closed");
            values.add(read());
            cursor.skipSpace();
            if (cursor.peek() == ']') break;
            if (cursor.atEnd()) throw cursor.errorAt(start, "this array is never closed");
            cursor.expect(',');
        }
        cursor.expect(']');
        return new TomlValue.Array(values);
    }

    private TomlValue inlineTable() {
        cursor.expect('{');
        var table = new Branch(Branch.Kind.INLINE);
        cursor.skipBlanks();
        if (cursor.peek() != '}') {
            while (true) {
                entry(table);
                cursor.skipBlanks();
                if (cursor.peek() == '}') break;
                cursor.expect(',');
                cursor.skipBlanks();
                if (cursor.peek() == '}') throw cursor.error("an inline table has no comma after its last entry");
            }
        }
        cursor.expect('}');
        return table.toTable();
    }

    /// `key = value` into the table; dotted keys make tables inside it.
    void entry(Branch table) {
        int start = cursor.mark();
        var key = new KeyReader(cursor).read();
        cursor.expect('=');
        cursor.skipBlanks();
        var value = read();
        var problem = table.put(key, value);
        if (!problem.isEmpty()) throw cursor.errorAt(start, problem);
    }
}
