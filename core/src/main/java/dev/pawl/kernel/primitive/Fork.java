package dev.pawl.kernel.primitive;

import dev.pawl.card.Box;
import dev.pawl.card.Card;
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
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.receipt.Forked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A new agent that goes on where a turn of another ended. Its first output box names the other's
/// cards: they never change and stay the other turn's, so nothing is copied but their order.
final class Fork {
    private static final int PAGE = 500;

    private Fork() {}

    static Forked apply(Books books, AgentId source, TurnId until, AgentId fork, WorkerTarget target, IdSource ids) {
        var head = books.heads().peek(source);
        var end = head.flatMap(there -> delivery(books, there, until));
        if (end.isEmpty()) return new Forked.NotOver(until);
        var shared = cards(books, end.get());
        var there = books.heads().peek(fork);
        if (there.isPresent()) return again(books, there.get(), shared, until);
        var box = new Box(ids.box(), Box.Kind.OUTPUT, shared);
        books.heads().insert(new Head(target, new Idle(fork, Epoch.NONE), books.now(), box.id(), Head.Tally.NEW));
        books.cards().insert(box, fork);
        return new Forked.Done(until, shared.size());
    }

    /// The same fork again is the same fork.
    private static Forked again(Books books, Head fork, List<CardId> shared, TurnId until) {
        var has = books.cards().in(fork.output(), 0).stream().map(Card::id).toList();
        return fork.tally().events() == 0 && has.equals(shared)
                ? new Forked.Done(until, shared.size())
                : new Forked.InUse();
    }

    /// Where the turn's deliverable is: the box that was written then, whatever was compacted
    /// since.
    private record End(BoxId box, CardId deliverable) {}

    private static Optional<End> delivery(Books books, Head head, TurnId turn) {
        long before = head.tally().events();
        while (before > 0) {
            long after = Math.max(0, before - PAGE);
            for (var logged : books.log()
                    .after(head.agent(), after, (int) (before - after))
                    .reversed()) {
                if (logged.turn().equals(turn)
                        && logged.event() instanceof Event.TurnDelivered(var card, var _, var box)) {
                    return Optional.of(new End(box, card));
                }
            }
            before = after;
        }
        return Optional.empty();
    }

    private static List<CardId> cards(Books books, End end) {
        var shared = new ArrayList<CardId>();
        for (var card : books.cards().in(end.box(), 0)) {
            shared.add(card.id());
            if (card.id().equals(end.deliverable())) break;
        }
        return shared;
    }
}
