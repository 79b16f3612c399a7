package dev.pawl.kernel.primitive;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Stopping;

/// Ends a turn from outside, at any epoch; a queued one is called off. Its owner, if there is one,
/// finds its gate lost.
final class Stop {
    private Stop() {}

    static Stopping apply(Books books, LetterId letter, AgentId agent, TurnId id, String reason, IdSource ids) {
        var desk = Desk.open(books, agent, new Look.AtTurn(id), new Look.AtMail(agent));
        var turn = books.turns().find(id).filter(found -> found.agent().equals(agent));
        if (desk.isEmpty() || turn.isEmpty()) return new Stopping.UnknownTurn();
        if (turn.get().ending() instanceof Turn.Ending.Delivered(var card, var _)) {
            return books.inbox().find(agent, letter).isPresent()
                    ? new Stopping.Stopped(card)
                    : new Stopping.OverAlready(card);
        }
        var card = end(desk.get(), turn.get(), Item.Deliverable.stopped(reason), ids);
        record(desk.get(), letter, turn.get(), reason);
        desk.get().close();
        return new Stopping.Stopped(card);
    }

    private static CardId end(Desk desk, Turn turn, Item.Deliverable deliverable, IdSource ids) {
        if (desk.state() instanceof Active active && active.gate().turn().equals(turn.id())) {
            if (active instanceof Dispatched) skipLetter(desk, turn);
            var card = ids.card();
            Finish.active(desk, turn, new TurnTrigger.Stop(turn.id()), card, deliverable, ids);
            return card;
        }
        skipLetter(desk, turn);
        return Finish.queued(desk, turn.id(), deliverable, ids);
    }

    static void skipLetter(Desk desk, Turn turn) {
        desk.books
                .inbox()
                .find(turn.agent(), turn.letter())
                .filter(letter -> !letter.state().isFinal())
                .ifPresent(letter -> desk.books.inbox().save(letter.become(LetterState.SKIPPED)));
    }

    private static void record(Desk desk, LetterId letter, Turn turn, String reason) {
        desk.books
                .inbox()
                .insert(new Letter(
                        letter,
                        turn.agent(),
                        desk.nextLetter(),
                        turn.id(),
                        desk.state().epoch(),
                        LetterState.CONSUMED,
                        new Letter.Stop(reason)));
        desk.books
                .log()
                .add(new Edge(
                        Edge.Primitive.ENQUEUE,
                        Edge.Phase.REQUEST,
                        "user",
                        turn.agent(),
                        turn.id(),
                        letter.value(),
                        0));
        desk.ring();
    }
}
