package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Replay;
import dev.pawl.event.DamagedRecord;
import dev.pawl.event.Event;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.rows.Prefetch;
import java.util.List;

/// Ends a turn, on whatever path: one deliverable of its own, one event, nothing left open, the
/// caller told, and the next letter dispatched.
final class Finish {
    private Finish() {}

    /// Ends the active turn. The trigger says whether its owner ends it or somebody else.
    static void active(
            HeadTransaction tx,
            Turn turn,
            TurnTrigger trigger,
            CardId card,
            Item.Deliverable deliverable,
            IdSource ids) {
        var gate = ((Active) tx.state()).gate();
        answerOpenCalls(tx, gate, deliverable, ids);
        tx.write(gate, card, deliverable);
        tx.rows.waits().clear(gate.agent());
        tx.move(gate, trigger);
        close(tx, turn, card, deliverable);
        putAwayMail(tx, turn, trigger, ids);
        Dispatch.next(tx, ids);
    }

    /// Ends a turn that was never dispatched.
    static CardId queued(HeadTransaction tx, TurnId id, Item.Deliverable deliverable, IdSource ids) {
        var turn = tx.rows
                .turns()
                .find(id)
                .orElseThrow(() -> new IllegalStateException("a letter without its turn: " + id));
        var card = ids.card();
        tx.write(new Gate(turn.agent(), turn.id(), tx.state().epoch()), card, deliverable);
        close(tx, turn, card, deliverable);
        return card;
    }

    private static void close(HeadTransaction tx, Turn turn, CardId card, Item.Deliverable deliverable) {
        tx.rows.turns().save(turn.delivered(card, deliverable.outcome()));
        tx.tell(
                turn.id(),
                new Event.TurnDelivered(card, deliverable.outcome(), tx.head().output()));
        switch (turn.lineage().caller()) {
            case Lineage.Caller.Parent parent -> answerParent(tx, turn, parent, deliverable);
            case Lineage.Caller.Spawner spawner -> notify(tx, turn, spawner, deliverable);
            case Lineage.Caller.Outside _ -> {}
        }
    }

    /// History stays valid: each call has one output.
    private static void answerOpenCalls(HeadTransaction tx, Gate gate, Item.Deliverable deliverable, IdSource ids) {
        for (var card : openCalls(tx, gate)) {
            if (card.item() instanceof Item.ToolCall call) {
                var why = deliverable.error().isEmpty() ? "the turn ended" : deliverable.error();
                tx.write(
                        gate,
                        ids.card(),
                        new Item.ToolResult(
                                call.call(),
                                CallOutcome.CANCELED,
                                AfterExecution.CONTINUE,
                                "No result: " + why + ". " + fate(call)));
            }
        }
    }

    /// A turn whose calls cannot be read can still be ended: none of them is answered then.
    private static List<Card> openCalls(HeadTransaction tx, Gate gate) {
        try {
            return tx.rows.cards().openCalls(gate.turn());
        } catch (DamagedRecord unreadable) {
            return List.of();
        }
    }

    private static String fate(Item.ToolCall call) {
        return call.replay() == Replay.HELD
                ? "The call waited for a decision; it ran only if there was a yes."
                : "The call may have run fully, partly or not at all.";
    }

    /// Late answers are skipped; steering that came too late becomes a request of its own, unless
    /// somebody stopped the turn: what was said to it ends with it.
    private static void putAwayMail(HeadTransaction tx, Turn turn, TurnTrigger trigger, IdSource ids) {
        var stopped = trigger instanceof TurnTrigger.Stop;
        for (var letter : tx.rows.inbox().pending(turn.agent())) {
            if (!letter.turn().equals(turn.id()) || letter.content() instanceof Letter.Notice) continue;
            if (letter.content() instanceof Letter.Steer(var items) && !stopped) {
                var next = Enqueue.store(
                        tx, new LetterId(letter.id().value() + ".turn"), LetterKind.TURN, items, lineage(turn), ids);
                tx.rows.inbox().save(letter.become(LetterState.SKIPPED).forTurn(next.turn()));
            } else {
                tx.rows.inbox().save(letter.become(LetterState.SKIPPED));
            }
        }
    }

    /// What was said to the turn of an agent that another one called is that agent's business.
    private static Lineage lineage(Turn turn) {
        return turn.lineage().caller() instanceof Lineage.Caller.Spawner
                ? turn.lineage()
                : new Lineage(turn.lineage().depth(), new Lineage.Caller.Outside("user"));
    }

    /// The spawner's head is not locked: the notice waits in its inbox until a turn reads it. A
    /// turn that was stopped to make room for the next one is not worth a notice.
    private static void notify(
            HeadTransaction tx, Turn turn, Lineage.Caller.Spawner spawner, Item.Deliverable deliverable) {
        var rows = tx.rows;
        var head = rows.heads().peek(spawner.agent());
        if (head.isEmpty()) return;
        var isReplaced = deliverable.outcome() == Outcome.CANCELED
                && rows.inbox().firstQueued(turn.agent()).isPresent();
        if (isReplaced) return;
        rows.inbox()
                .insert(new Letter(
                        new LetterId(turn.id().value() + ".notice"),
                        spawner.agent(),
                        0,
                        turn.id(),
                        Epoch.NONE,
                        LetterState.PENDING,
                        new Letter.Notice(turn.agent(), turn.id(), spawner.manner(), deliverable)));
        rows.log()
                .add(new Edge(
                        Edge.Primitive.JOIN,
                        Edge.Phase.RESPONSE,
                        turn.agent().value(),
                        spawner.agent(),
                        spawner.turn(),
                        spawner.call().value(),
                        turn.lineage().depth()));
        rows.ring(new Bell(spawner.agent(), head.get().target()));
    }

    /// The parent's head is not locked: its answer is a letter like any other.
    private static void answerParent(
            HeadTransaction tx, Turn turn, Lineage.Caller.Parent parent, Item.Deliverable deliverable) {
        var rows = tx.rows;
        rows.prefetch(new Prefetch.AtAnswers(parent.gate(), parent.call()));
        var head = rows.heads().peek(parent.gate().agent());
        var answered = !rows.inbox().answersTo(parent.gate(), parent.call()).isEmpty();
        if (head.isEmpty() || answered) return;
        var result = new Item.ToolResult(
                parent.call(), answerOf(deliverable.outcome()), AfterExecution.CONTINUE, textOf(deliverable));
        Report.insert(
                rows,
                head.get(),
                new LetterId(turn.id().value() + ".report"),
                parent.gate().turn(),
                parent.gate().epoch(),
                new Letter.Report(LetterKind.TOOL_RESULT, turn.agent().value(), result));
    }

    private static CallOutcome answerOf(Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> CallOutcome.SUCCESS;
            case FAILED -> CallOutcome.FAILED;
            case CANCELED -> CallOutcome.CANCELED;
            case TIMEOUT -> CallOutcome.TIMEOUT;
        };
    }

    private static String textOf(Item.Deliverable deliverable) {
        if (!deliverable.error().isEmpty()) return deliverable.error();
        if (deliverable.fields().isEmpty()) return deliverable.text();
        var text = new StringBuilder(deliverable.text());
        for (var field : deliverable.fields()) {
            if (!text.isEmpty()) text.append('\n');
            text.append(field.name()).append(": ").append(field.value());
        }
        return text.toString();
    }
}
