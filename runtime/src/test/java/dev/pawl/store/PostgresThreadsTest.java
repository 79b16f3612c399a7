package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.thread.Threads;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresThreadsTest extends ThreadsContract {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_threads");

    @Override
    Transactions openStore(Doorbell doorbell) {
        DATABASE.empty();
        return DATABASE.open(doorbell);
    }

    @Override
    void advance(Duration by) {
        DATABASE.advance(by);
    }

    @Override
    Threads threads() {
        return new JdbcThreads(store());
    }
}
