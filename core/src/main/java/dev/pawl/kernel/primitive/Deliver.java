package dev.pawl.kernel.primitive;

import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.id.CardId;
import dev.pawl.id.IdSource;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Delivery;
import java.util.List;

/// The owner ends its turn.
final class Deliver {
    private Deliver() {}

    static Delivery apply(
            Books books, Gate gate, Entry entry, CardId card, Item.Deliverable deliverable, IdSource ids) {
        var desk = Desk.recall(books, gate).orElseGet(() -> Desk.open(books, gate, ahead(gate)));
        var turn = books.turns().find(gate.turn()).orElseThrow(() -> new LostGate(gate, desk.state()));
        if (turn.ending() instanceof Turn.Ending.Delivered(var earlier, var _) && earlier.equals(card)) {
            return new Delivery.Delivered(card);
        }
        desk.require(gate);
        if (deliverable.outcome() == Outcome.SUCCESS) {
            if (!Steer.waiting(books, gate).isEmpty()) return new Delivery.SteersWait();
            var missing = missing(books, turn, deliverable);
            if (!missing.isEmpty()) return new Delivery.MissingFields(missing);
        }
        desk.write(gate, entry);
        Finish.active(desk, turn, new TurnTrigger.Deliver(gate), card, deliverable, ids);
        desk.close();
        return new Delivery.Delivered(card);
    }

    private static Look[] ahead(Gate gate) {
        return new Look[] {
            new Look.AtTurn(gate.turn()),
            new Look.AtMail(gate.agent()),
            new Look.AtContext(gate.turn()),
            new Look.AtOpenCalls(gate.turn())
        };
    }

    /// The newest list of required fields in the context counts.
    private static List<String> missing(Books books, Turn turn, Item.Deliverable deliverable) {
        return books.cards().contextOf(turn.id()).reversed().stream()
                .filter(card -> card.item() instanceof Item.ResultFields)
                .findFirst()
                .map(card -> deliverable.missing((Item.ResultFields) card.item()))
                .orElse(List.of());
    }
}
