package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.sql.SqlDialect;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.Faults.Kind;
import dev.pawl.testkit.RecordingDoorbell;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteMigrationTest {
    @TempDir
    private Path folder;

    @Test
    void aMigrationKilledAtAnyStatementIsFinishedByTheNextStart() throws SQLException {
        var at = 1;
        for (var done = false; !done; at++) {
            var file = new SqliteFile(folder.resolve(at + ".db"));
            var faults = new Faults(Kind.KILL, at);
            try {
                new SqliteTransactions(
                                () -> faults.on(file.open(), Connection::close),
                                "test",
                                Durability.NORMAL,
                                new RecordingDoorbell(),
                                InstantSource.system())
                        .close();
                done = true;
            } catch (Faults.Killed _) {
                open(file).close();
            }
            assertThat(number(file, "SELECT max(version) FROM schema_version")).isEqualTo(SqlDialect.SQLITE.schema());
        }
        assertThat(at).as("statements of all migrations").isGreaterThan(20);
    }

    @Test
    void manyThatStartAtOnceMigrateOnce() throws Exception {
        for (var round = 0; round < 5; round++) {
            var file = new SqliteFile(folder.resolve("together-" + round + ".db"));
            try (var threads = Executors.newFixedThreadPool(6)) {
                var starts = new ArrayList<Callable<Boolean>>();
                for (var i = 0; i < 6; i++) {
                    starts.add(() -> {
                        open(file).close();
                        return true;
                    });
                }
                for (var start : threads.invokeAll(starts))
                    assertThat(start.get()).isTrue();
            }
            assertThat(number(file, "SELECT count(*) FROM schema_version")).isEqualTo(SqlDialect.SQLITE.schema());
        }
    }

    @Test
    void aStoreOfANewerVersionIsNotTouched() throws SQLException {
        var file = new SqliteFile(folder.resolve("newer.db"));
        open(file).close();
        try (var connection = file.open();
                var statement = connection.createStatement()) {
            statement.execute("INSERT INTO schema_version (version, name) VALUES (99, 'from the future')");
        }
        assertThatThrownBy(() -> open(file))
                .isInstanceOf(StoreFailure.class)
                .hasMessage("this store was written by a newer pawl (schema 99, this one knows "
                        + SqlDialect.SQLITE.schema() + "): upgrade pawl");
        assertThat(number(file, "SELECT max(version) FROM schema_version")).isEqualTo(99);
    }

    @Test
    void aTableThatIsMadeAnewKeepsItsRows() throws SQLException {
        var file = new SqliteFile(folder.resolve("older.db"));
        try (var connection = file.open();
                var statement = connection.createStatement()) {
            statement.execute(
                    SqlDialect.SQLITE.statement("schema.create_version").text());
            for (var version = 1; version <= 4; version++) {
                for (var each : SqlDialect.SQLITE.migration(version)) statement.execute(each.text());
                statement.execute("INSERT INTO schema_version (version, name) VALUES (" + version + ", 'old')");
            }
            statement.execute("INSERT INTO agent_state_head (agent_id, worker_target, status, turn_epoch, since,"
                    + " output_box_id, last_letter, last_seq, takeovers)"
                    + " VALUES ('a', 'generic', 'idle', 3, 1, 'b', 2, 0, 0)");
            insertLetter(statement, "first");
        }
        open(file).close();
        assertThat(number(file, "SELECT turn_epoch FROM agent_state_head WHERE agent_id = 'a'"))
                .isEqualTo(3);
        assertThat(number(file, "SELECT arrival FROM agent_inbox WHERE inbox_id = 'first'"))
                .isEqualTo(1);
        assertThat(number(file, "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'checked_%'"))
                .isZero();
    }

    private static void insertLetter(Statement statement, String letter) throws SQLException {
        statement.execute(
                "INSERT INTO agent_inbox (agent_id, inbox_id, inbox_order, message_type, agent_turn_id, status,"
                        + " payload, created_at, updated_at) VALUES ('a', '" + letter
                        + "', 1, 'turn', 't', 'queued', '{}', 1, 1)");
    }

    @Test
    void aDatabaseOfAnotherProgramIsNotTouched() throws SQLException {
        var file = new SqliteFile(folder.resolve("other.db"));
        try (var connection = file.open();
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customers (name text)");
        }
        assertThatThrownBy(() -> open(file)).isInstanceOf(StoreFailure.class).hasMessageContaining("another program");
        assertThat(number(file, "SELECT count(*) FROM sqlite_schema")).isEqualTo(1);
    }

    private static SqliteTransactions open(SqliteFile file) {
        return new SqliteTransactions(file, Durability.NORMAL, new RecordingDoorbell(), InstantSource.system());
    }

    private static long number(SqliteFile file, String query) throws SQLException {
        try (var connection = file.open();
                var statement = connection.createStatement();
                var rows = statement.executeQuery(query)) {
            return rows.getLong(1);
        }
    }
}
