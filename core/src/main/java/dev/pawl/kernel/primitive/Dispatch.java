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
    static boolean next(Desk desk, IdSource ids) {
        for (var i = 0; i < MOST_BROKEN; i++) {
            if (!(desk.state() instanceof Idle idle)) return false;
            var queued = desk.books.inbox().firstQueued(idle.agent());
            if (queued.isEmpty()) return false;
            if (queued.get().content() instanceof Letter.Broken(var _, var error)) bury(desk, queued.get(), error, ids);
            else {
                bind(desk, queued.get());
                return true;
            }
        }
        return false;
    }

    /// Gives an idle agent this letter.
    static void bind(Desk desk, Letter letter) {
        var dispatch = new TurnTrigger.Dispatch(letter.turn());
        if (!(TurnMachine.next(desk.state(), dispatch) instanceof Verdict.Move(Active next))) {
            throw new IllegalStateException("an idle head refused " + dispatch);
        }
        desk.move(next.gate(), dispatch);
        desk.countTakeovers(0);
        desk.books.inbox().save(letter.become(LetterState.PENDING).boundTo(next.gate()));
        desk.tell(letter.turn(), new Event.TurnDispatched());
        desk.ring();
    }

    private static void bury(Desk desk, Letter letter, String error, IdSource ids) {
        desk.books.inbox().save(letter.become(LetterState.DEAD));
        Finish.queued(desk, letter.turn(), Item.Deliverable.failed("the request cannot be read: " + error), ids);
    }
}
