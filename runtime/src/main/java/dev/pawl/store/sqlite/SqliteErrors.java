package dev.pawl.store.sqlite;

import dev.pawl.event.DamagedRecord;
import dev.pawl.event.StoreDown;
import dev.pawl.kernel.rows.StoreFailure;
import java.sql.SQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/// What SQLite's errors mean for a caller.
final class SqliteErrors {
    private static final int PRIMARY = 0xff;

    private SqliteErrors() {}

    private static int code(SQLException trouble) {
        var code = trouble instanceof SQLiteException known ? known.getResultCode().code : trouble.getErrorCode();
        return code & PRIMARY;
    }

    private static boolean is(SQLException trouble, SQLiteErrorCode code) {
        return code(trouble) == code.code;
    }

    /// Somebody else writes, or the connection is gone: the work can be done again.
    static boolean isTransient(SQLException trouble) {
        var state = trouble.getSQLState();
        return isBusy(trouble) || (state != null && state.startsWith("08"));
    }

    /// Somebody else writes: the same call may be made again.
    static boolean isBusy(SQLException trouble) {
        return is(trouble, SQLiteErrorCode.SQLITE_BUSY)
                || is(trouble, SQLiteErrorCode.SQLITE_LOCKED)
                || is(trouble, SQLiteErrorCode.SQLITE_PROTOCOL);
    }

    static boolean isBroken(SQLException trouble) {
        return is(trouble, SQLiteErrorCode.SQLITE_CONSTRAINT);
    }

    /// An error nothing can be done about here, in words for the person who can.
    static StoreDown explain(String path, SQLException trouble) {
        var words = words(path, trouble);
        return is(trouble, SQLiteErrorCode.SQLITE_CORRUPT)
                ? new DamagedRecord(words, trouble)
                : new StoreFailure(words, trouble);
    }

    /// SQLite has no room for the files beside the database, and says so in other words.
    private static boolean hasNoRoom(SQLException trouble) {
        return trouble instanceof SQLiteException known
                && known.getResultCode() == SQLiteErrorCode.SQLITE_IOERR_SHMSIZE;
    }

    private static String words(String path, SQLException trouble) {
        if (is(trouble, SQLiteErrorCode.SQLITE_FULL) || hasNoRoom(trouble)) {
            return "disk full: " + path + " cannot grow. Free some space; nothing that was answered is lost";
        }
        if (is(trouble, SQLiteErrorCode.SQLITE_BUSY) || is(trouble, SQLiteErrorCode.SQLITE_LOCKED)) {
            return "another process kept " + path + " locked for too long. Nothing was written; try again";
        }
        if (is(trouble, SQLiteErrorCode.SQLITE_READONLY)) {
            return "the store " + path + " is read-only: check its owner and rights, or name another file";
        }
        if (is(trouble, SQLiteErrorCode.SQLITE_NOTADB)) {
            return path + " is not a SQLite database: name another file for the store";
        }
        if (is(trouble, SQLiteErrorCode.SQLITE_CORRUPT)) {
            return "the store " + path + " is damaged (" + trouble.getMessage()
                    + "). It was left as it is: restore it from a copy, save single threads with"
                    + " `pawl threads export THREAD --salvage`, or all that can be read with"
                    + " `sqlite3 FILE .recover`";
        }
        if (is(trouble, SQLiteErrorCode.SQLITE_CANTOPEN)) {
            return "cannot open the store " + path + ": check that its folder exists and may be written to";
        }
        return "the store " + path + " failed: " + trouble.getMessage();
    }
}
