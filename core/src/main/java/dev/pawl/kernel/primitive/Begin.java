package dev.pawl.kernel.primitive;

import dev.pawl.event.Event;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.books.BegunTurn;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.receipt.Hold;
import java.util.ArrayList;
import java.util.List;

/// A worker takes a claimed turn up: from here on the head carries the work, not the letter.
final class Begin {
    private Begin() {}

    /// Those that were not lost since they were claimed.
    static List<Hold> all(Books books, List<Claim> claims, WorkerId worker, Limits limits) {
        for (var claim : claims) {
            books.foresee(new Look.AtHead(claim.gate().agent()));
            books.foresee(ahead(claim));
        }
        var holds = new ArrayList<Hold>();
        for (var claim : claims) {
            try {
                holds.add(apply(books, claim, worker, limits));
            } catch (LostGate lost) {
                // Stopped, or claimed by somebody else: nothing was written for it.
            }
        }
        return holds;
    }

    static Hold apply(Books books, Claim claim, WorkerId worker, Limits limits) {
        var gate = claim.gate();
        var desk = Desk.open(books, gate, ahead(claim));
        var turn = books.turns().find(gate.turn()).orElseThrow(() -> new LostGate(gate, desk.state()));
        var hold = new Hold(gate, turn, Hold.How.BEGUN, desk.letters());
        if (desk.state() instanceof Running(var held, var lease)
                && held.equals(gate)
                && lease.owner().equals(worker)) {
            return hold;
        }
        var letter = books.inbox()
                .claimed(gate.agent(), claim.letter(), claim.token())
                .orElseThrow(() -> new LostGate(gate, desk.state()));
        desk.move(gate, new TurnTrigger.Begin(gate, new Lease(worker, desk.now.plus(limits.lease()))));
        books.inbox().save(letter.become(LetterState.CONSUMED));
        desk.tell(turn.id(), new Event.TurnStarted());
        var context = books.cards().contextOf(turn.id());
        // The context box stays as it is; the history refers to its cards, in front of what the
        // turn adds.
        desk.append(context);
        desk.close();
        books.heads().begun(new BegunTurn(gate, turn, letter.order(), context));
        return hold;
    }

    private static Look[] ahead(Claim claim) {
        var gate = claim.gate();
        return new Look[] {
            new Look.AtTurn(gate.turn()),
            new Look.AtClaim(gate.agent(), claim.letter(), claim.token()),
            new Look.AtContext(gate.turn())
        };
    }
}
