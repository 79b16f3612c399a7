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
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Instant;
import java.util.Locale;

/// Continues a turn whose owner is gone, from what is written down. A turn that kills every worker
/// it meets is given up.
final class TakeOver {
    private TakeOver() {}

    static Takeover apply(Books books, Gate gate, WorkerId worker, Departure departure, Limits limits, IdSource ids) {
        var desk = Desk.openIfFree(books, gate.agent(), new Look.AtTurn(gate.turn()), new Look.AtWaits(gate.agent()));
        if (desk.isEmpty() || !(desk.get().state() instanceof Running running)) return new Takeover.NotTaken();
        var turn = books.turns().find(running.gate().turn());
        if (turn.isEmpty()) return new Takeover.NotTaken();
        if (running.gate().equals(gate.next()) && running.lease().owner().equals(worker)) {
            return taken(desk.get(), gate, turn.get());
        }
        if (!running.gate().equals(gate) || !isGone(running.lease(), worker, departure, desk.get().now)) {
            return new Takeover.NotTaken();
        }
        return take(desk.get(), gate, turn.get(), new Taker(worker, departure, limits), ids);
    }

    private record Taker(WorkerId worker, Departure departure, Limits limits) {}

    private static Takeover take(Desk desk, Gate gate, Turn turn, Taker taker, IdSource ids) {
        var takeovers = desk.head().tally().takeovers() + 1;
        if (takeovers > taker.limits.takeovers()) {
            var card = ids.card();
            var failed = Item.Deliverable.failed("given up: " + taker.limits.takeovers()
                    + " workers in a row stopped while they worked on this turn, without any progress");
            Finish.active(desk, turn, new TurnTrigger.Deliver(gate), card, failed, ids);
            desk.close();
            return new Takeover.GivenUp(card);
        }
        var lease = new Lease(taker.worker, desk.now.plus(taker.limits.lease()));
        desk.move(gate, new TurnTrigger.TakeOver(gate, lease));
        desk.countTakeovers(takeovers);
        Inquire.withdrawAll(desk, gate);
        desk.tell(turn.id(), new Event.TurnTakenOver(taker.departure.name().toLowerCase(Locale.ROOT), takeovers));
        desk.close();
        return taken(desk, gate, turn);
    }

    private static Takeover taken(Desk desk, Gate gate, Turn turn) {
        return new Takeover.Taken(new Hold(gate.next(), turn, Hold.How.TAKEN_OVER, desk.letters()));
    }

    private static boolean isGone(Lease lease, WorkerId worker, Departure departure, Instant now) {
        return switch (departure) {
            case EXPIRED -> lease.until().isBefore(now);
            case DEAD -> !lease.owner().equals(worker);
            case FORGOTTEN -> lease.owner().equals(worker);
        };
    }
}
