package dev.pawl.store.sqlite;

import java.sql.Connection;
import java.sql.SQLException;

/// Opens connections to one file. Safe for use by many threads.
public interface ConnectionSource {
    Connection open() throws SQLException;
}
