package dev.pawl.store.sql;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// The current row of an answer. `places` are the columns' numbers, as far as they were asked for:
/// one map serves all answers of a statement, because finding a column by its name is slow.
public record Row(ResultSet at, SqlDialect dialect, Map<String, Integer> places) {
    /// Makes a value of a row.
    public interface Reader<T> {
        T read(Row row) throws SQLException;
    }

    private int place(String column) throws SQLException {
        var known = places.get(column);
        if (known != null) return known;
        var found = at.findColumn(column);
        places.put(column, found);
        return found;
    }

    public String text(String column) throws SQLException {
        var text = at.getString(place(column));
        if (text == null) throw new IllegalStateException("no value in column " + column);
        return text;
    }

    public Optional<String> maybeText(String column) throws SQLException {
        return Optional.ofNullable(at.getString(place(column)));
    }

    public long number(String column) throws SQLException {
        return at.getLong(place(column));
    }

    public Optional<Long> maybeNumber(String column) throws SQLException {
        var number = at.getLong(place(column));
        return at.wasNull() ? Optional.empty() : Optional.of(number);
    }

    public Instant time(String column) throws SQLException {
        var time = dialect.time(at, place(column));
        if (time == null) throw new IllegalStateException("no time in column " + column);
        return time;
    }

    public <E extends Enum<E>> E word(Class<E> type, String column) throws SQLException {
        return Enum.valueOf(type, text(column).toUpperCase(Locale.ROOT));
    }
}
