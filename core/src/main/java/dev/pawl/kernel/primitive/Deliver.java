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
import dev.pawl.kernel.receipt.Delivery;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.util.List;

/// The owner ends its turn.
final class Deliver {
    private Deliver() {}

    static Delivery apply(Rows rows, Gate gate, Entry entry, CardId card, Item.Deliverable deliverable, IdSource ids) {
        var tx = HeadTransaction.cached(rows, gate).orElseGet(() -> HeadTransaction.open(rows, gate, ahead(gate)));
        var turn = rows.turns().find(gate.turn()).orElseThrow(() -> new LostGate(gate, tx.state()));
        if (turn.ending() instanceof Turn.Ending.Delivered(var earlier, var _) && earlier.equals(card)) {
            return new Delivery.Delivered(card);
        }
        tx.require(gate);
        if (deliverable.outcome() == Outcome.SUCCESS) {
            if (!Steer.waiting(rows, gate).isEmpty()) return new Delivery.SteersWait();
            var missing = missing(rows, turn, deliverable);
            if (!missing.isEmpty()) return new Delivery.MissingFields(missing);
        }
        tx.write(gate, entry);
        Finish.active(tx, turn, new TurnTrigger.Deliver(gate), card, deliverable, ids);
        tx.close();
        return new Delivery.Delivered(card);
    }

    private static Prefetch[] ahead(Gate gate) {
        return new Prefetch[] {
            new Prefetch.AtTurn(gate.turn()),
            new Prefetch.AtMail(gate.agent()),
            new Prefetch.AtContext(gate.turn()),
            new Prefetch.AtOpenCalls(gate.turn())
        };
    }

    /// The newest list of required fields in the context counts.
    private static List<String> missing(Rows rows, Turn turn, Item.Deliverable deliverable) {
        return rows.cards().contextOf(turn.id()).reversed().stream()
                .filter(card -> card.item() instanceof Item.ResultFields)
                .findFirst()
                .map(card -> deliverable.missing((Item.ResultFields) card.item()))
                .orElse(List.of());
    }
}
