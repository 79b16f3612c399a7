package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.testkit.SettableClock;
import java.time.Duration;

class MemoryLedgerTest extends LedgerContract {
    private final SettableClock clock = new SettableClock();

    @Override
    Transactions openStore(Doorbell doorbell) {
        return new MemoryTransactions(clock, doorbell);
    }

    @Override
    Outbox outbox() {
        return (MemoryTransactions) store();
    }

    @Override
    void advance(Duration by) {
        clock.advance(by);
    }
}
