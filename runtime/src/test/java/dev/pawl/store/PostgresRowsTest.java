package dev.pawl.store;

import dev.pawl.testkit.RecordingDoorbell;
import java.sql.Connection;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresRowsTest extends RowsContract {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_rows");

    @Override
    Connection connect() throws SQLException {
        try (var store = DATABASE.open(new RecordingDoorbell())) {
            store.read(rows -> rows.now());
        }
        var connection = DATABASE.connectAsStore();
        connection.setAutoCommit(true);
        try (var statement = connection.createStatement()) {
            statement.execute("SET synchronous_commit = off");
        }
        return connection;
    }

    @Override
    String time() {
        return "now()";
    }

    @Override
    String schema() {
        return "state.";
    }
}
