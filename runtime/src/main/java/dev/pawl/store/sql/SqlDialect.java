package dev.pawl.store.sql;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What differs between the databases: the folder of their statements, and how a time is kept.
public enum SqlDialect {
    SQLITE("sqlite"),
    POSTGRES("postgres");

    private final String folder;

    SqlDialect(String folder) {
        this.folder = folder;
    }

    String folder() {
        return folder;
    }

    /// The files in its folder; what all databases say alike is in `common`.
    List<String> files() {
        return switch (this) {
            case SQLITE -> List.of("head", "inbox", "card", "tx", "schema", "setup", "inspect", "workflow");
            case POSTGRES -> List.of("head", "inbox", "card", "tx", "schema", "workflow");
        };
    }

    /// All statements of this database.
    public List<SqlText> statements() {
        return Statements.of(this).names().stream().map(this::statement).toList();
    }

    public SqlText statement(String name) {
        return Statements.of(this).named(name);
    }

    /// The newest schema this version knows.
    public int schema() {
        return Statements.MIGRATIONS.size();
    }

    String migrationName(int version) {
        return Statements.MIGRATIONS.get(version - 1);
    }

    public List<SqlText> migration(int version) {
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
    Instant time(ResultSet row, int column) throws SQLException {
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
