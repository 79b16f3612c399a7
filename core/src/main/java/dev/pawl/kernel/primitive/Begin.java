package dev.pawl.kernel.primitive;

import dev.pawl.event.Event;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.rows.BegunTurn;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.util.ArrayList;
import java.util.List;

/// A worker takes a claimed turn up: from here on the head carries the work, not the letter.
final class Begin {
    private Begin() {}

    /// Those that were not lost since they were claimed.
    static List<Hold> all(Rows rows, List<Claim> claims, WorkerId worker, Limits limits) {
        for (var claim : claims) {
            rows.prefetch(new Prefetch.AtHead(claim.gate().agent()));
            rows.prefetch(ahead(claim));
        }
        var holds = new ArrayList<Hold>();
        for (var claim : claims) {
            try {
                holds.add(apply(rows, claim, worker, limits));
            } catch (LostGate lost) {
                // Stopped, or claimed by somebody else: nothing was written for it.
            }
        }
        return holds;
    }

    static Hold apply(Rows rows, Claim claim, WorkerId worker, Limits limits) {
        var gate = claim.gate();
        var tx = HeadTransaction.open(rows, gate, ahead(claim));
        var turn = rows.turns().find(gate.turn()).orElseThrow(() -> new LostGate(gate, tx.state()));
        var hold = new Hold(gate, turn, Hold.How.BEGUN, tx.letters());
        if (tx.state() instanceof Running(var held, var lease)
                && held.equals(gate)
                && lease.owner().equals(worker)) {
            return hold;
        }
        var letter = rows.inbox()
                .claimed(gate.agent(), claim.letter(), claim.token())
                .orElseThrow(() -> new LostGate(gate, tx.state()));
        tx.move(gate, new TurnTrigger.Begin(gate, new Lease(worker, tx.now.plus(limits.lease()))));
        rows.inbox().save(letter.become(LetterState.CONSUMED));
        tx.tell(turn.id(), new Event.TurnStarted());
        var context = rows.cards().contextOf(turn.id());
        // The context box stays as it is; the history refers to its cards, in front of what the
        // turn adds.
        tx.append(context);
        tx.close();
        rows.heads().begun(new BegunTurn(gate, turn, letter.order(), context));
        return hold;
    }

    private static Prefetch[] ahead(Claim claim) {
        var gate = claim.gate();
        return new Prefetch[] {
            new Prefetch.AtTurn(gate.turn()),
            new Prefetch.AtClaim(gate.agent(), claim.letter(), claim.token()),
            new Prefetch.AtContext(gate.turn())
        };
    }
}
