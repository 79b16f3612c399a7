package dev.pawl.store.postgres;

import dev.pawl.kernel.rows.StoreFailure;
import java.sql.SQLException;
import java.sql.SQLTransientException;
import java.util.Set;

/// What PostgreSQL's errors mean for a caller. No message holds a password: none is ever put there.
final class PostgresErrors {
    /// A head was not what was recalled: `head.follow` divides by the rows it found.
    private static final String MOVED = "22012";
    /// Lost a race, was told to go, or the server is not up yet.
    private static final Set<String> AGAIN =
            Set.of(MOVED, "25P03", "40001", "40P01", "55P03", "57P01", "57P02", "57P03", "57P05", "53300");

    private PostgresErrors() {}

    private static String state(SQLException trouble) {
        for (Throwable at = trouble; at != null; at = at.getCause()) {
            if (at instanceof SQLException inner && inner.getSQLState() != null) return inner.getSQLState();
        }
        return "";
    }

    /// The work can be done again from the start: it finds its own traces.
    static boolean isTransient(SQLException trouble) {
        var state = state(trouble);
        return AGAIN.contains(state) || state.startsWith("08") || trouble instanceof SQLTransientException;
    }

    /// Somebody else wrote to a head that was recalled: its lock is free by now.
    static boolean hasMoved(SQLException trouble) {
        return state(trouble).equals(MOVED);
    }

    /// Two wrote the same key without a lock: the second look finds the first one's row.
    static boolean isDuplicate(SQLException trouble) {
        return state(trouble).equals("23505");
    }

    static boolean isBroken(SQLException trouble) {
        return state(trouble).startsWith("23");
    }

    static StoreFailure explain(String where, SQLException trouble) {
        return new StoreFailure(words(where, trouble), trouble);
    }

    private static String words(String where, SQLException trouble) {
        var state = state(trouble);
        return switch (state) {
            case "28000" ->
                "PostgreSQL at " + where + " does not let this user in from here (" + firstLine(trouble)
                        + "): check user, database and sslmode in the store's URL";
            case "28P01" -> "PostgreSQL at " + where + " refused the user or password: check the store's URL";
            case "3D000" -> "PostgreSQL at " + where + " has no such database: make it with createdb, or check the URL";
            case "42501" ->
                "PostgreSQL at " + where + " forbids this user to make or use the schema \"state\": "
                        + firstLine(trouble);
            case "53100" ->
                "disk full on the PostgreSQL server at " + where
                        + ". Free some space; nothing that was answered is lost";
            case "25006" -> "PostgreSQL at " + where + " is read-only: name the primary server";
            case "57014" -> "PostgreSQL at " + where + " did not answer in time. Nothing that was answered is lost";
            case "08001" ->
                "cannot reach PostgreSQL at " + where + ": check host and port, and that the server runs ("
                        + firstLine(trouble) + ")";
            case "" -> "cannot use PostgreSQL at " + where + ": " + firstLine(trouble);
            default -> "PostgreSQL at " + where + " failed (" + state + "): " + firstLine(trouble);
        };
    }

    private static String firstLine(SQLException trouble) {
        var message = String.valueOf(trouble.getMessage());
        var end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
