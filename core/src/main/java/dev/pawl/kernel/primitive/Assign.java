package dev.pawl.kernel.primitive;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.rows.Rows;

/// Gives the turn under way to another pool of workers. Who runs it at the moment goes on.
final class Assign {
    private Assign() {}

    /// Whether the agent changed its pool.
    static boolean apply(Rows rows, AgentId agent, WorkerTarget target) {
        var tx = HeadTransaction.open(rows, agent);
        if (tx.isEmpty()
                || !(tx.get().state() instanceof Active)
                || tx.get().head().target().equals(target)) return false;
        tx.get().serveBy(target);
        tx.get().ring();
        tx.get().close();
        return true;
    }
}
