package dev.pawl.store.sqlite;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.testkit.Heard.bell;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.kernel.Bell;
import dev.pawl.testkit.Heard;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDoorbellTest {
    @TempDir
    private Path folder;

    private final Heard heard = new Heard();

    private Path file() {
        return folder.resolve("pawl db.sqlite");
    }

    private Connection writer() throws SQLException {
        var connection = DriverManager.getConnection("jdbc:sqlite:" + file());
        execute(connection, "PRAGMA journal_mode = WAL");
        execute(connection, "CREATE TABLE IF NOT EXISTS t (n INTEGER)");
        return connection;
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private SqliteDoorbell watching(Duration every) {
        var doorbell = new SqliteDoorbell(new LocalDoorbell(), file(), every);
        doorbell.listen(heard);
        eventually("watching", () -> heard.contains(Bell.ANY));
        heard.forget();
        return doorbell;
    }

    @Test
    void aCommitOfAnotherConnectionRings() throws SQLException {
        try (var writer = writer();
                var _ = watching(Duration.ofMillis(5))) {
            var micros = new long[50];
            for (var i = 0; i < micros.length; i++) {
                heard.forget();
                execute(writer, "INSERT INTO t VALUES (1)");
                micros[i] = eventually("rung", () -> heard.contains(Bell.ANY)).toNanos() / 1_000;
            }
            Arrays.sort(micros);
            System.out.println("SQLite bell, looking every 5 ms: p50 " + micros[25] + " us, p99 " + micros[49] + " us");
        }
    }

    @Test
    void aCommitOfAnotherProcessRings() throws SQLException, IOException, InterruptedException {
        try (var _ = writer();
                var _ = watching(Duration.ofMillis(50))) {
            var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
            var other = new ProcessBuilder(
                            java,
                            "--enable-native-access=ALL-UNNAMED",
                            "-cp",
                            System.getProperty("java.class.path"),
                            OtherProcess.class.getName(),
                            file().toString())
                    .inheritIO()
                    .start();
            eventually("rung", () -> heard.contains(Bell.ANY));
            assertThat(other.waitFor()).isZero();
        }
    }

    /// Commits once into the database that is named.
    static final class OtherProcess {
        private OtherProcess() {}

        public static void main(String[] args) throws SQLException {
            try (var connection = DriverManager.getConnection("jdbc:sqlite:" + args[0])) {
                execute(connection, "INSERT INTO t VALUES (2)");
            }
        }
    }

    @Test
    void whatIsRolledBackOrOnlyReadDoesNotRing() throws SQLException {
        try (var writer = writer();
                var doorbell = watching(Duration.ofMillis(1))) {
            execute(writer, "BEGIN IMMEDIATE");
            execute(writer, "INSERT INTO t VALUES (1)");
            execute(writer, "ROLLBACK");
            execute(writer, "SELECT count(*) FROM t");
            execute(writer, "BEGIN IMMEDIATE");
            execute(writer, "COMMIT");
            doorbell.ring(bell("here"));
            assertThat(heard.bells()).containsExactly(bell("here"));
            execute(writer, "INSERT INTO t VALUES (1)");
            eventually("the commit", () -> heard.contains(Bell.ANY));
        }
    }

    @Test
    void watchingHoldsNoLockAndLetsTheLogBeEmptied() throws SQLException {
        try (var writer = writer();
                var _ = watching(Duration.ofMillis(1))) {
            for (var i = 0; i < 200; i++) execute(writer, "INSERT INTO t VALUES (" + i + ")");
            try (var statement = writer.createStatement();
                    var row = statement.executeQuery("PRAGMA wal_checkpoint(TRUNCATE)")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getInt(1)).isZero();
            }
        }
    }

    @Test
    void aFileThatComesLateIsFoundAndNeverMadeByLooking() throws SQLException {
        try (var doorbell = new SqliteDoorbell(new LocalDoorbell(), file(), Duration.ofMillis(5))) {
            doorbell.listen(heard);
            doorbell.ring(bell("a"));
            assertThat(heard.bells()).containsExactly(bell("a"));
            assertThat(Files.exists(file())).isFalse();
            try (var writer = writer()) {
                eventually("found", () -> heard.contains(Bell.ANY));
                heard.forget();
                execute(writer, "INSERT INTO t VALUES (1)");
                eventually("rung", () -> heard.contains(Bell.ANY));
            }
        }
    }

    @Test
    void closingEndsTheThread() throws SQLException {
        try (var _ = writer()) {
            var doorbell = watching(Duration.ofSeconds(60));
            var threads = new HashSet<>(Thread.getAllStackTraces().keySet());
            threads.removeIf(t -> !t.getName().equals("pawl-sqlite-bell"));
            assertThat(threads).isNotEmpty();
            doorbell.close();
            assertThat(threads).noneMatch(Thread::isAlive);
        }
    }

    @Test
    void lookingAllTheTimeIsRefused() {
        assertThatThrownBy(() -> new SqliteDoorbell(new LocalDoorbell(), file(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
