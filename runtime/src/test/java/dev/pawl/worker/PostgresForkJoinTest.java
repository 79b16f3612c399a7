package dev.pawl.worker;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.PostgresDatabase;
import dev.pawl.thread.Threads;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresForkJoinTest extends ForkJoinContract {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_fork_join");

    @Override
    Transactions open(Doorbell doorbell) {
        DATABASE.empty();
        return DATABASE.open(doorbell);
    }

    @Override
    Threads threads(Transactions store) {
        return new JdbcThreads(store);
    }
}
