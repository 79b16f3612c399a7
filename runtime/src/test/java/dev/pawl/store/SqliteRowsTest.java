package dev.pawl.store;

import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.RecordingDoorbell;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteRowsTest extends RowsContract {
    @TempDir
    private Path folder;

    @Override
    Connection connect() throws SQLException {
        var file = new SqliteFile(folder.resolve("rows.db"));
        new SqliteTransactions(file, Durability.NORMAL, new RecordingDoorbell(), InstantSource.system()).close();
        var connection = file.open();
        try (var statement = connection.createStatement()) {
            statement.execute("PRAGMA synchronous = OFF");
        }
        return connection;
    }

    @Override
    String time() {
        return "1";
    }

    @Override
    String schema() {
        return "";
    }
}
