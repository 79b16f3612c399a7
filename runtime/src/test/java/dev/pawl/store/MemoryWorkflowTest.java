package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.store.memory.MemoryWorkflows;
import dev.pawl.testkit.SettableClock;
import dev.pawl.workflow.WorkflowRows;
import java.time.Duration;

class MemoryWorkflowTest extends WorkflowContract {
    private final SettableClock clock = new SettableClock();

    @Override
    Transactions openStore(Doorbell doorbell) {
        return new MemoryTransactions(clock, doorbell);
    }

    @Override
    void advance(Duration by) {
        clock.advance(by);
    }

    @Override
    WorkflowRows.Transactions workflows() {
        return new MemoryWorkflows(clock);
    }
}
