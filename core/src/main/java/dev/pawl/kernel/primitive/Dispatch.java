package dev.pawl.kernel.primitive;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.IdSource;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.TurnMachine;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.Verdict;

/// Binds the next queued letter to an idle agent. Part of every transaction that adds a letter or
/// ends a turn, so that an idle agent never has a queue.
final class Dispatch {
    private static final int MOST_BROKEN = 100;

    private Dispatch() {}

    /// Whether a turn was dispatched.
    static boolean next(HeadTransaction tx, IdSource ids) {
        for (var i = 0; i < MOST_BROKEN; i++) {
            if (!(tx.state() instanceof Idle idle)) return false;
            var queued = tx.rows.inbox().firstQueued(idle.agent());
            if (queued.isEmpty()) return false;
            if (queued.get().content() instanceof Letter.Broken(var _, var error)) bury(tx, queued.get(), error, ids);
            else {
                bind(tx, queued.get());
                return true;
            }
        }
        return false;
    }

    /// Gives an idle agent this letter.
    static void bind(HeadTransaction tx, Letter letter) {
        var dispatch = new TurnTrigger.Dispatch(letter.turn());
        if (!(TurnMachine.next(tx.state(), dispatch) instanceof Verdict.Move(Active next))) {
            throw new IllegalStateException("an idle head refused " + dispatch);
        }
        tx.move(next.gate(), dispatch);
        tx.countTakeovers(0);
        tx.rows.inbox().save(letter.become(LetterState.PENDING).boundTo(next.gate()));
        tx.tell(letter.turn(), new Event.TurnDispatched());
        tx.ring();
    }

    private static void bury(HeadTransaction tx, Letter letter, String error, IdSource ids) {
        tx.rows.inbox().save(letter.become(LetterState.DEAD));
        Finish.queued(tx, letter.turn(), Item.Deliverable.failed("the request cannot be read: " + error), ids);
    }
}
