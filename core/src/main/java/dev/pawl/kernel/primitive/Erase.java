package dev.pawl.kernel.primitive;

import dev.pawl.id.AgentId;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.books.Books;

/// Takes away all that an agent wrote, except cards that other agents' boxes still name.
final class Erase {
    private Erase() {}

    /// Whether it is gone; an agent with a turn under way stays.
    static boolean apply(Books books, AgentId agent) {
        var head = books.heads().lock(agent);
        if (head.isPresent() && head.get().state() instanceof Active) return false;
        if (head.isPresent()) books.erase(agent);
        return true;
    }
}
