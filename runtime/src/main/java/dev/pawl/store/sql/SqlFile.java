package dev.pawl.store.sql;

import dev.pawl.resource.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Files of SQL among the resources: named statements, and migrations.
final class SqlFile {
    private static final String NAME = "\n-- name:";

    private SqlFile() {}

    /// The sources of a file's statements by name.
    static Map<String, String> named(String resource, String prefix) {
        var statements = new LinkedHashMap<String, String>();
        var text = "\n" + Resource.text(SqlFile.class, resource);
        var at = text.indexOf(NAME); // what stands before the first name is a comment
        while (at >= 0) {
            var next = text.indexOf(NAME, at + 1);
            var block = text.substring(at + NAME.length(), next < 0 ? text.length() : next);
            var end = block.indexOf('\n');
            var name = prefix + "." + block.substring(0, end).strip();
            if (statements.put(name, block.substring(end)) != null) {
                throw new IllegalStateException("two statements " + name + " in " + resource);
            }
            at = next;
        }
        return statements;
    }

    /// The statements of a migration, in order.
    static List<SqlText> all(String resource) {
        var text = Resource.text(SqlFile.class, resource);
        var statements = new ArrayList<SqlText>();
        for (var part : text.split(";\\s*(\n|$)", -1)) {
            var statement = SqlText.of(resource, part);
            if (!statement.text().isEmpty()) statements.add(statement);
        }
        return statements;
    }
}
