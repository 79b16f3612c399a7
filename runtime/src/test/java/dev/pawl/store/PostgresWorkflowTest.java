package dev.pawl.store;

import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.workflow.WorkflowRows;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("postgres")
class PostgresWorkflowTest extends WorkflowContract {
    private static final PostgresDatabase DATABASE = new PostgresDatabase("pawl_workflows");

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
    WorkflowRows.Transactions workflows() {
        return new JdbcWorkflows(store());
    }
}
