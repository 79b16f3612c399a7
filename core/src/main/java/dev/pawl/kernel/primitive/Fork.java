package dev.pawl.kernel.primitive;

import dev.pawl.card.Box;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.IdSource;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.receipt.Forked;
import dev.pawl.kernel.rows.Rows;
import java.util.List;
import java.util.Optional;

/// A new agent that goes on where a turn of another ended. Its first output box names the other's
/// cards: they never change and stay the other turn's, so nothing is copied but their order.
final class Fork {
    private static final int PAGE = 500;

    private Fork() {}

    static Forked apply(Rows rows, AgentId source, TurnId until, AgentId fork, WorkerTarget target, IdSource ids) {
        // Held, so that nobody erases the cards while they are shared. The fork's own head is never
        // waited for by whoever holds another's: it is new, or only looked at.
        var head = rows.heads().lock(source);
        var end = head.flatMap(there -> delivery(rows, there, until));
        if (end.isEmpty()) return new Forked.NotOver(until);
        int shared = rows.cards().upTo(end.get().box(), end.get().deliverable());
        var box = new Box(ids.box(), Box.Kind.OUTPUT, List.of());
        rows.heads().insert(new Head(target, new Idle(fork, Epoch.NONE), rows.now(), box.id(), Head.Tally.NEW));
        var there = rows.heads().peek(fork).orElseThrow(() -> new IllegalStateException("no head of " + fork));
        if (!there.output().equals(box.id())) return again(rows, there, end.get(), shared);
        rows.cards().insert(box, fork);
        rows.cards().share(end.get().box(), end.get().deliverable(), box.id());
        return new Forked.Done(until, shared);
    }

    /// The same fork again is the same fork.
    private static Forked again(Rows rows, Head fork, End end, int shared) {
        var same = fork.tally().events() == 0 && rows.cards().upTo(fork.output(), end.deliverable()) == shared;
        return same ? new Forked.Done(end.turn(), shared) : new Forked.InUse();
    }

    /// Where the turn's deliverable is: the box that was written then, whatever was compacted
    /// since.
    private record End(TurnId turn, BoxId box, CardId deliverable) {}

    private static Optional<End> delivery(Rows rows, Head head, TurnId turn) {
        long before = head.tally().events();
        while (before > 0) {
            long after = Math.max(0, before - PAGE);
            for (var logged : rows.log()
                    .after(head.agent(), after, (int) (before - after))
                    .reversed()) {
                if (logged.turn().equals(turn)
                        && logged.event() instanceof Event.TurnDelivered(var card, var _, var box)) {
                    return Optional.of(new End(turn, box, card));
                }
            }
            before = after;
        }
        return Optional.empty();
    }
}
