package dev.pawl.store;

import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.sqlite.ConnectionSource;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.Faults;
import dev.pawl.testkit.RecordingDoorbell;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

class SqliteFaultTest extends JdbcFaults {
    @TempDir
    private static Path folder;

    private static SqliteFile file;
    private static SqliteTransactions sound;

    /// Migrations have a test of their own.
    @BeforeAll
    static void makeTheSchema() {
        file = new SqliteFile(folder.resolve("pawl.db"));
        sound = new SqliteTransactions(file, Durability.NORMAL, new RecordingDoorbell(), InstantSource.system());
    }

    @AfterAll
    static void letGo() {
        sound.close();
    }

    @Override
    Transactions soundStore() {
        return sound;
    }

    /// The writer's connections go wrong; it opens its first one where the store is opened.
    @Override
    Transactions open(Faults faults) {
        var first = new AtomicBoolean(true);
        ConnectionSource source = () -> {
            var writes =
                    first.getAndSet(false) || Thread.currentThread().getName().equals("pawl-sqlite-writer");
            return writes ? faults.on(file.open(), Connection::close) : file.open();
        };
        return new SqliteTransactions(
                source, "test", Durability.NORMAL, new RecordingDoorbell(), InstantSource.system());
    }
}
