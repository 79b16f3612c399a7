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
import dev.pawl.kernel.receipt.Stopping;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;

/// Ends a turn from outside, at any epoch; a queued one is called off. Its owner, if there is one,
/// finds its gate lost.
final class Stop {
    private Stop() {}

    static Stopping apply(Rows rows, LetterId letter, AgentId agent, TurnId id, String reason, IdSource ids) {
        var tx = HeadTransaction.open(rows, agent, new Prefetch.AtTurn(id), new Prefetch.AtMail(agent));
        var turn = rows.turns().find(id).filter(found -> found.agent().equals(agent));
        if (tx.isEmpty() || turn.isEmpty()) return new Stopping.UnknownTurn();
        if (turn.get().ending() instanceof Turn.Ending.Delivered(var card, var _)) {
            return rows.inbox().find(agent, letter).isPresent()
                    ? new Stopping.Stopped(card)
                    : new Stopping.OverAlready(card);
        }
        var card = end(tx.get(), turn.get(), Item.Deliverable.stopped(reason), ids);
        record(tx.get(), letter, turn.get(), reason);
        tx.get().close();
        return new Stopping.Stopped(card);
    }

    private static CardId end(HeadTransaction tx, Turn turn, Item.Deliverable deliverable, IdSource ids) {
        if (tx.state() instanceof Active active && active.gate().turn().equals(turn.id())) {
            if (active instanceof Dispatched) skipLetter(tx, turn);
            var card = ids.card();
            Finish.active(tx, turn, new TurnTrigger.Stop(turn.id()), card, deliverable, ids);
            return card;
        }
        skipLetter(tx, turn);
        return Finish.queued(tx, turn.id(), deliverable, ids);
    }

    static void skipLetter(HeadTransaction tx, Turn turn) {
        tx.rows
                .inbox()
                .find(turn.agent(), turn.letter())
                .filter(letter -> !letter.state().isFinal())
                .ifPresent(letter -> tx.rows.inbox().save(letter.become(LetterState.SKIPPED)));
    }

    private static void record(HeadTransaction tx, LetterId letter, Turn turn, String reason) {
        tx.rows
                .inbox()
                .insert(new Letter(
                        letter,
                        turn.agent(),
                        tx.nextLetter(),
                        turn.id(),
                        tx.state().epoch(),
                        LetterState.CONSUMED,
                        new Letter.Stop(reason)));
        tx.rows
                .log()
                .add(new Edge(
                        Edge.Primitive.ENQUEUE,
                        Edge.Phase.REQUEST,
                        "user",
                        turn.agent(),
                        turn.id(),
                        letter.value(),
                        0));
        tx.ring();
    }
}
