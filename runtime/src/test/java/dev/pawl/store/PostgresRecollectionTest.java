package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresRecollectionTest extends HeadCacheContract {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_recollection");

    @Override
    Transactions openStore(Doorbell doorbell) {
        DATABASE.empty();
        return openAgain(doorbell);
    }

    @Override
    Transactions openAgain(Doorbell doorbell) {
        return DATABASE.open(doorbell);
    }

    @Override
    void advance(Duration by) {
        DATABASE.advance(by);
    }
}
