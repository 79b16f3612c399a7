package dev.pawl.worker;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteFile;
import dev.pawl.store.sqlite.SqliteTransactions;
import dev.pawl.thread.Threads;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.io.TempDir;

class SqliteForkJoinTest extends ForkJoinContract {
    @TempDir
    private Path folder;

    @Override
    Transactions open(Doorbell doorbell) {
        var file = new SqliteFile(folder.resolve("pawl.db"));
        return new SqliteTransactions(file, Durability.NORMAL, doorbell, InstantSource.system());
    }

    @Override
    Threads threads(Transactions store) {
        return new JdbcThreads(store);
    }
}
