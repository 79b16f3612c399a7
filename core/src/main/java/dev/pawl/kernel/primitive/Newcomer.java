package dev.pawl.kernel.primitive;

import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.Epoch;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.rows.Rows;

/// The head of an agent that begins with a history.
final class Newcomer {
    private Newcomer() {}

    /// Whether the head is new and reads this box. It is locked either way: of many who bring the
    /// same agent, one is first, and the others see what that one wrote.
    static boolean enters(Rows rows, AgentId agent, WorkerTarget target, BoxId box) {
        rows.heads().insert(new Head(target, new Idle(agent, Epoch.NONE), rows.now(), box, Head.Tally.NEW));
        return rows.heads()
                .lock(agent)
                .orElseThrow(() -> new IllegalStateException("no head after its insert: " + agent))
                .output()
                .equals(box);
    }
}
