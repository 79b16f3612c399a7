package dev.pawl.kernel.primitive;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.books.Books;

/// Gives the turn under way to another pool of workers. Who runs it at the moment goes on.
final class Assign {
    private Assign() {}

    /// Whether the agent changed its pool.
    static boolean apply(Books books, AgentId agent, WorkerTarget target) {
        var desk = Desk.open(books, agent);
        if (desk.isEmpty()
                || !(desk.get().state() instanceof Active)
                || desk.get().head().target().equals(target)) return false;
        desk.get().serveBy(target);
        desk.get().ring();
        desk.get().close();
        return true;
    }
}
