package dev.pawl.worker;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.memory.MemoryThreads;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.testkit.SettableClock;
import dev.pawl.thread.Threads;

class MemoryForkJoinTest extends ForkJoinContract {
    @Override
    Transactions open(Doorbell doorbell) {
        return new MemoryTransactions(new SettableClock(), doorbell);
    }

    @Override
    Threads threads(Transactions store) {
        return new MemoryThreads((MemoryTransactions) store);
    }
}
