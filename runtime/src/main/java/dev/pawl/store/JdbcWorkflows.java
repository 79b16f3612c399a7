package dev.pawl.store;

import dev.pawl.kernel.rows.Transactions;
import dev.pawl.workflow.WorkflowRows;
import java.util.function.Function;

/// Workflows in a database. Safe for use by many threads.
public final class JdbcWorkflows implements WorkflowRows.Transactions {
    private final Transactions store;

    /// The transactions must be of a database: they open [JdbcRows].
    public JdbcWorkflows(Transactions store) {
        this.store = store;
    }

    @Override
    public <T> T commit(Function<WorkflowRows, T> work) {
        return store.commit(rows -> work.apply(((JdbcRows) rows).workflows()));
    }

    @Override
    public <T> T read(Function<WorkflowRows, T> work) {
        return store.read(rows -> work.apply(((JdbcRows) rows).workflows()));
    }
}
