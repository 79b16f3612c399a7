package dev.pawl.kernel.primitive;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.IdSource;
import dev.pawl.id.StepId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.rows.Rows;
import java.util.List;

/// A history that another program wrote becomes a new agent's. Its cards are of no turn's own
/// doing, as those that a request brings along: epoch 0.
final class Adopt {
    private static final StepId STEP = new StepId("import");

    private Adopt() {}

    /// Whether it was new; an agent that is there keeps what it has.
    static boolean apply(Rows rows, AgentId agent, WorkerTarget target, List<Item> history, IdSource ids) {
        var origin = new Card.Origin(agent, ids.turn(), Epoch.NONE, STEP);
        var cards = history.stream()
                .map(item -> new Card(ids.card(), origin, "import", item, rows.now()))
                .toList();
        var box =
                new Box(ids.box(), Box.Kind.OUTPUT, cards.stream().map(Card::id).toList());
        if (!Newcomer.enters(rows, agent, target, box.id())) return false;
        rows.cards().insert(cards);
        rows.cards().insert(box, agent);
        return true;
    }
}
