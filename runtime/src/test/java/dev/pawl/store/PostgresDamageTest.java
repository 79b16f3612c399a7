package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.sql.SqlDialect;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresDamageTest extends DamageContract {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_damage");

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
    void spoil(String statement) {
        DATABASE.run("SET search_path = state", statement);
    }

    @Override
    StoreInspection inspection() {
        return new StoreInspection(store(), SqlDialect.POSTGRES);
    }
}
