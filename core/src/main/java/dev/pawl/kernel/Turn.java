package dev.pawl.kernel;

import dev.pawl.card.Outcome;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;

/// One request on its way to exactly one deliverable.
public record Turn(TurnId id, AgentId agent, LetterId letter, BoxId context, Lineage lineage, Ending ending) {
    public sealed interface Ending {
        record Open() implements Ending {}

        record Delivered(CardId deliverable, Outcome outcome) implements Ending {}
    }

    public Turn delivered(CardId deliverable, Outcome outcome) {
        if (!(ending instanceof Ending.Open)) throw new IllegalStateException("turn " + id + " was delivered before");
        return new Turn(id, agent, letter, context, lineage, new Ending.Delivered(deliverable, outcome));
    }
}
