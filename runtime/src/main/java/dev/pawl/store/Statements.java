package dev.pawl.store;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// The statements of each database, read from the resources when they are first asked for: a
/// process uses one database and reads one set.
final class Statements {
    static final List<String> MIGRATIONS = List.of("0001_kernel", "0002_threads", "0003_grants", "0004_said");
    private static final List<String> FILES = List.of(
            "head", "inbox", "turn", "wait", "card", "box", "event", "edge", "outbox", "thread", "tx", "schema",
            "setup");
    private static final Map<Dialect, Map<String, SqlText>> KNOWN = new ConcurrentHashMap<>();

    private Statements() {}

    static Map<String, SqlText> of(Dialect dialect) {
        return KNOWN.computeIfAbsent(dialect, Statements::read);
    }

    private static Map<String, SqlText> read(Dialect dialect) {
        var statements = new LinkedHashMap<String, SqlText>();
        for (var file : FILES) {
            statements.putAll(SqlFile.named("/sql/common/" + file + ".sql", file));
            statements.putAll(SqlFile.named("/sql/" + dialect.folder() + "/" + file + ".sql", file));
        }
        return Collections.unmodifiableMap(statements);
    }
}
