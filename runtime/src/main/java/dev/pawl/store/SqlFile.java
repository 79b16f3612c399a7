package dev.pawl.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Files of SQL among the resources: named statements, and migrations.
final class SqlFile {
    private static final String NAME = "-- name:";

    private SqlFile() {}

    /// The statements of a file by name; nothing if there is no such file.
    static Map<String, SqlText> named(String resource, String prefix) {
        var statements = new LinkedHashMap<String, SqlText>();
        var blocks = read(resource).split("(?m)^" + NAME, -1);
        for (var i = 1; i < blocks.length; i++) { // what stands before the first name is a comment
            var end = blocks[i].indexOf('\n');
            var name = prefix + "." + blocks[i].substring(0, end).strip();
            if (statements.put(name, SqlText.of(name, blocks[i].substring(end))) != null) {
                throw new IllegalStateException("two statements " + name + " in " + resource);
            }
        }
        return statements;
    }

    /// The statements of a migration, in order.
    static List<SqlText> all(String resource) {
        var text = read(resource);
        if (text.isEmpty()) throw new IllegalStateException("no such migration: " + resource);
        var statements = new ArrayList<SqlText>();
        for (var part : text.split(";\\s*(\n|$)", -1)) {
            var statement = SqlText.of(resource, part);
            if (!statement.text().isEmpty()) statements.add(statement);
        }
        return statements;
    }

    private static String read(String resource) {
        try (InputStream in = SqlFile.class.getResourceAsStream(resource)) {
            return in == null ? "" : new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("cannot read " + resource, unreadable);
        }
    }
}
