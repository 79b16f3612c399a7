package dev.pawl.store.sql;

import java.sql.SQLException;

/// A database error on its way through the primitives to the transaction, which knows what it
/// means.
public final class SqlTrouble extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final SQLException trouble;

    public SqlTrouble(SQLException trouble) {
        super(trouble.getMessage(), trouble);
        this.trouble = trouble;
    }

    public SQLException trouble() {
        return trouble;
    }
}
