package dev.pawl.store.sql;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The statements of each database. The files are read when a statement is first asked for, and
/// each statement is taken apart when it is: a process uses one database, and few of them.
final class Statements {
    static final List<String> MIGRATIONS = List.of(
            "0001_kernel",
            "0002_threads",
            "0003_grants",
            "0004_said",
            "0005_checks",
            "0006_card_checksums",
            "0007_notes",
            "0008_pins",
            "0009_workflows",
            "0010_turn_marks",
            "0011_uses",
            "0012_workers");
    private static final List<String> COMMON = List.of(
            "head",
            "inbox",
            "turn",
            "wait",
            "card",
            "box",
            "event",
            "edge",
            "outbox",
            "thread",
            "inspect",
            "report",
            "workflow",
            "worker");
    private static final Map<SqlDialect, Statements> KNOWN = new ConcurrentHashMap<>();

    private final Map<String, String> sources = new LinkedHashMap<>();
    private final Map<String, SqlText> texts = new ConcurrentHashMap<>();

    private Statements(SqlDialect dialect) {
        for (var file : COMMON) sources.putAll(SqlFile.named("/sql/common/" + file + ".sql", file));
        for (var file : dialect.files()) {
            sources.putAll(SqlFile.named("/sql/" + dialect.folder() + "/" + file + ".sql", file));
        }
    }

    static Statements of(SqlDialect dialect) {
        return KNOWN.computeIfAbsent(dialect, Statements::new);
    }

    Set<String> names() {
        return sources.keySet();
    }

    SqlText named(String name) {
        var known = texts.get(name);
        if (known != null) return known;
        var source = sources.get(name);
        if (source == null) throw new IllegalStateException("no statement " + name);
        return texts.computeIfAbsent(name, it -> SqlText.of(it, source));
    }
}
