package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.kernel.rows.Transactions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresLedgerTest extends LedgerContract {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_ledger");

    @Override
    Transactions openStore(Doorbell doorbell) {
        DATABASE.empty();
        return DATABASE.open(doorbell);
    }

    @Override
    Outbox outbox() {
        return new JdbcOutbox(store());
    }

    @Override
    void advance(Duration by) {
        DATABASE.advance(by);
    }
}
