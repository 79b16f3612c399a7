package dev.pawl.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What differs between the databases: the folder of their statements, and how a time is kept.
public enum Dialect {
    SQLITE("sqlite", List.of("0001_kernel", "0002_threads")),
    POSTGRES("postgres", List.of("0001_kernel", "0002_threads"));

    private final String folder;
    private final List<String> migrations;
    private final Map<String, SqlText> statements = new LinkedHashMap<>();

    Dialect(String folder, List<String> migrations) {
        this.folder = folder;
        this.migrations = migrations;
        for (var file : files()) {
            statements.putAll(SqlFile.named("/sql/common/" + file + ".sql", file));
            statements.putAll(SqlFile.named("/sql/" + folder + "/" + file + ".sql", file));
        }
    }

    private static List<String> files() {
        return List.of(
                "head", "inbox", "turn", "wait", "card", "box", "event", "edge", "outbox", "thread", "tx", "schema",
                "setup");
    }

    /// All statements of this database, by name.
    public List<SqlText> statements() {
        return List.copyOf(statements.values());
    }

    public SqlText statement(String name) {
        var statement = statements.get(name);
        if (statement == null) throw new IllegalStateException("no statement " + name + " for " + folder);
        return statement;
    }

    int schema() {
        return migrations.size();
    }

    String migrationName(int version) {
        return migrations.get(version - 1);
    }

    List<SqlText> migration(int version) {
        return SqlFile.all("/migrations/" + folder + "/" + migrationName(version) + ".sql");
    }

    /// Binds one value.
    public void bind(PreparedStatement to, int index, Values.Value value) throws SQLException {
        switch (value) {
            case Values.Text(var text) -> to.setString(index, text);
            case Values.Whole(var number) -> {
                if (number == null) to.setNull(index, Types.BIGINT);
                else to.setLong(index, number);
            }
            case Values.Time(var time) -> bindTime(to, index, time);
        }
    }

    private void bindTime(PreparedStatement to, int index, @Nullable Instant time) throws SQLException {
        switch (this) {
            case SQLITE -> {
                if (time == null) to.setNull(index, Types.BIGINT);
                else to.setLong(index, Micros.of(time));
            }
            case POSTGRES -> {
                if (time == null) to.setNull(index, Types.TIMESTAMP_WITH_TIMEZONE);
                else to.setObject(index, Micros.trim(time).atOffset(ZoneOffset.UTC));
            }
        }
    }

    @Nullable
    Instant time(ResultSet row, String column) throws SQLException {
        return switch (this) {
            case SQLITE -> {
                var micros = row.getLong(column);
                yield row.wasNull() ? null : Micros.instant(micros);
            }
            case POSTGRES -> {
                var time = row.getObject(column, OffsetDateTime.class);
                yield time == null ? null : time.toInstant();
            }
        };
    }
}
