package dev.pawl.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/// The current row of an answer.
public record Row(ResultSet at, Dialect dialect) {
    /// Makes a value of a row.
    public interface Reader<T> {
        T read(Row row) throws SQLException;
    }

    String text(String column) throws SQLException {
        var text = at.getString(column);
        if (text == null) throw new IllegalStateException("no value in column " + column);
        return text;
    }

    Optional<String> maybeText(String column) throws SQLException {
        return Optional.ofNullable(at.getString(column));
    }

    long number(String column) throws SQLException {
        return at.getLong(column);
    }

    Instant time(String column) throws SQLException {
        var time = dialect.time(at, column);
        if (time == null) throw new IllegalStateException("no time in column " + column);
        return time;
    }

    <E extends Enum<E>> E word(Class<E> type, String column) throws SQLException {
        return Enum.valueOf(type, text(column).toUpperCase(Locale.ROOT));
    }
}
