package dev.pawl.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.PostgresDatabase;
import dev.pawl.store.sql.Migrations;
import dev.pawl.store.sql.SqlDialect;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.Faults.Kind;
import dev.pawl.testkit.RecordingDoorbell;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("postgres")
class PostgresMigrationTest {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_migrations");
    private static final Migrations MIGRATIONS = new Migrations(SqlDialect.POSTGRES, new PostgresPool.AdvisoryLock());

    @BeforeEach
    void noSchema() {
        DATABASE.run("DROP SCHEMA IF EXISTS state CASCADE");
    }

    @Test
    void aMigrationKilledAtAnyStatementIsFinishedByTheNextStart() throws SQLException {
        var at = 1;
        for (var done = false; !done; at++) {
            noSchema();
            var faults = new Faults(Kind.KILL, at);
            try (var connection = faults.on(DATABASE.connectAsStore(), Connection::close)) {
                MIGRATIONS.apply(connection);
                done = true;
            } catch (Faults.Killed _) {
                migrate();
            }
            assertThat(DATABASE.number("SELECT max(version) FROM state.schema_version"))
                    .isEqualTo(newest());
        }
        assertThat(at).as("statements of all migrations").isGreaterThan(20);
    }

    @Test
    void manyThatStartAtOnceMigrateOnce() throws Exception {
        try (var threads = Executors.newFixedThreadPool(6)) {
            var starts = new ArrayList<Callable<Boolean>>();
            for (var i = 0; i < 6; i++) starts.add(this::migrate);
            for (var start : threads.invokeAll(starts)) assertThat(start.get()).isTrue();
        }
        assertThat(DATABASE.number("SELECT count(*) FROM state.schema_version")).isEqualTo(newest());
    }

    @Test
    void aStoreOfANewerVersionIsNotTouched() throws SQLException {
        migrate();
        DATABASE.run("INSERT INTO state.schema_version (version, name) VALUES (99, 'from the future')");
        try (var store = DATABASE.open(new RecordingDoorbell())) {
            assertThatThrownBy(() -> store.read(rows -> rows.now()))
                    .isInstanceOf(StoreFailure.class)
                    .hasMessage("this store was written by a newer pawl (schema 99, this one knows " + newest()
                            + "): upgrade pawl");
        }
    }

    private boolean migrate() throws SQLException {
        try (var connection = DATABASE.connectAsStore()) {
            MIGRATIONS.apply(connection);
            connection.commit();
            return true;
        }
    }

    private static long newest() {
        return SqlDialect.POSTGRES.schema();
    }
}
