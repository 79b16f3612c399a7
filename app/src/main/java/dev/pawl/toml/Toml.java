package dev.pawl.toml;

import java.util.List;

/// Reads TOML 1.0.
public final class Toml {
    private Toml() {}

    /// A whole document.
    ///
    /// @throws TomlError when it is not TOML
    public static TomlValue.Table document(String text) {
        return new DocumentReader(new Cursor(text)).read();
    }

    /// One value alone, as on a command line.
    ///
    /// @throws TomlError when it is not a value, or more than one
    public static TomlValue value(String text) {
        var cursor = new Cursor(text);
        cursor.skipBlanks();
        var value = new ValueReader(cursor).read();
        cursor.skipBlanks();
        if (!cursor.atEnd()) throw cursor.error("unexpected " + cursor.shown() + " after the value");
        return value;
    }

    /// The parts of a dotted key.
    ///
    /// @throws TomlError when it is not a key
    public static List<String> key(String text) {
        var cursor = new Cursor(text);
        cursor.skipBlanks();
        var key = new KeyReader(cursor).read();
        if (!cursor.atEnd()) throw cursor.error("unexpected " + cursor.shown() + " in the key");
        return key;
    }
}
