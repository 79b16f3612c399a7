package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.testkit.SettableClock;
import dev.pawl.thread.Threads;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;

class SqliteThreadsTest extends ThreadsContract {
    private final SettableClock clock = new SettableClock();

    @TempDir
    private Path folder;

    @Override
    Transactions openStore(Doorbell doorbell) {
        var file = new SqliteFile(folder.resolve("pawl.db"));
        return new SqliteTransactions(file, Durability.NORMAL, doorbell, clock);
    }

    @Override
    void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    Threads threads() {
        return new JdbcThreads(store());
    }
}
