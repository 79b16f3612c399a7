package dev.pawl.kernel.primitive;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.IdSource;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.time.Instant;
import java.util.Locale;

/// Continues a turn whose owner is gone, from what is written down. A turn that kills every worker
/// it meets is given up.
final class TakeOver {
    private TakeOver() {}

    static Takeover apply(Rows rows, Gate gate, WorkerId worker, Departure departure, Limits limits, IdSource ids) {
        var tx = HeadTransaction.openIfFree(
                rows, gate.agent(), new Prefetch.AtTurn(gate.turn()), new Prefetch.AtWaits(gate.agent()));
        if (tx.isEmpty() || !(tx.get().state() instanceof Running running)) return new Takeover.NotTaken();
        var turn = rows.turns().find(running.gate().turn());
        if (turn.isEmpty()) return new Takeover.NotTaken();
        if (running.gate().equals(gate.next()) && running.lease().owner().equals(worker)) {
            return taken(tx.get(), gate, turn.get());
        }
        if (!running.gate().equals(gate) || !isGone(running.lease(), worker, departure, tx.get().now)) {
            return new Takeover.NotTaken();
        }
        return take(tx.get(), gate, turn.get(), new Taker(worker, departure, limits), ids);
    }

    private record Taker(WorkerId worker, Departure departure, Limits limits) {}

    private static Takeover take(HeadTransaction tx, Gate gate, Turn turn, Taker taker, IdSource ids) {
        var takeovers = tx.head().tally().takeovers() + 1;
        if (takeovers > taker.limits.takeovers()) {
            var card = ids.card();
            var failed = Item.Deliverable.failed("given up: " + taker.limits.takeovers()
                    + " workers in a row stopped while they worked on this turn, without any progress");
            Finish.active(tx, turn, new TurnTrigger.Deliver(gate), card, failed, ids);
            tx.close();
            return new Takeover.GivenUp(card);
        }
        var lease = new Lease(taker.worker, tx.now.plus(taker.limits.lease()));
        tx.move(gate, new TurnTrigger.TakeOver(gate, lease));
        tx.countTakeovers(takeovers);
        Inquire.withdrawAll(tx, gate);
        tx.tell(turn.id(), new Event.TurnTakenOver(taker.departure.name().toLowerCase(Locale.ROOT), takeovers));
        tx.close();
        return taken(tx, gate, turn);
    }

    private static Takeover taken(HeadTransaction tx, Gate gate, Turn turn) {
        return new Takeover.Taken(new Hold(gate.next(), turn, Hold.How.TAKEN_OVER, tx.letters()));
    }

    private static boolean isGone(Lease lease, WorkerId worker, Departure departure, Instant now) {
        return switch (departure) {
            case EXPIRED -> lease.until().isBefore(now);
            case DEAD -> !lease.owner().equals(worker);
            case FORGOTTEN -> lease.owner().equals(worker);
        };
    }
}
