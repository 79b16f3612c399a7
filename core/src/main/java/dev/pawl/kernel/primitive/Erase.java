package dev.pawl.kernel.primitive;

import dev.pawl.id.AgentId;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.rows.Rows;

/// Takes away all that an agent wrote, except cards that other agents' boxes still name.
final class Erase {
    private Erase() {}

    /// Whether it is gone; an agent with a turn under way stays.
    static boolean apply(Rows rows, AgentId agent) {
        var head = rows.heads().lock(agent);
        if (head.isPresent() && head.get().state() instanceof Active) return false;
        if (head.isPresent()) rows.erase(agent);
        return true;
    }
}
