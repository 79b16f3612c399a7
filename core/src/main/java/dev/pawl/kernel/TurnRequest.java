package dev.pawl.kernel;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerTarget;
import java.util.List;

/// A request for a turn: what the agent is given to read, and who asks.
///
/// The letter's id is the asker's: the same id with the same context is the same request.
public record TurnRequest(
        LetterId letter, AgentId agent, WorkerTarget target, LetterKind kind, List<Item> context, Lineage lineage) {
    public TurnRequest {
        if (!kind.opensTurn()) throw new IllegalArgumentException("not a request for a turn: " + kind);
        context = List.copyOf(context);
        if (context.isEmpty()) throw new IllegalArgumentException("a request without content");
    }
}
