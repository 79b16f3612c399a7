package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.memory.MemoryThreads;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.testkit.SettableClock;
import dev.pawl.thread.Threads;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

class MemoryThreadsTest extends ThreadsContract {
    private final SettableClock clock = new SettableClock();
    private @Nullable Threads threads;

    @Override
    Transactions openStore(Doorbell doorbell) {
        return new MemoryTransactions(clock, doorbell);
    }

    @Override
    void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    Threads threads() {
        if (threads == null) threads = new MemoryThreads((MemoryTransactions) store());
        return threads;
    }
}
