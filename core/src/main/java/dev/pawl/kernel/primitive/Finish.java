package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Replay;
import dev.pawl.event.DamagedRecord;
import dev.pawl.event.Event;
import dev.pawl.id.CardId;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.books.Look;
import java.util.List;

/// Ends a turn, on whatever path: one deliverable of its own, one event, nothing left open, the
/// caller told, and the next letter dispatched.
final class Finish {
    private Finish() {}

    /// Ends the active turn. The trigger says whether its owner ends it or somebody else.
    static void active(
            Desk desk, Turn turn, TurnTrigger trigger, CardId card, Item.Deliverable deliverable, IdSource ids) {
        var gate = ((Active) desk.state()).gate();
        answerOpenCalls(desk, gate, deliverable, ids);
        desk.write(gate, card, deliverable);
        desk.books.waits().clear(gate.agent());
        desk.move(gate, trigger);
        close(desk, turn, card, deliverable);
        putAwayMail(desk, turn, trigger, ids);
        Dispatch.next(desk, ids);
    }

    /// Ends a turn that was never dispatched.
    static CardId queued(Desk desk, TurnId id, Item.Deliverable deliverable, IdSource ids) {
        var turn = desk.books
                .turns()
                .find(id)
                .orElseThrow(() -> new IllegalStateException("a letter without its turn: " + id));
        var card = ids.card();
        desk.write(new Gate(turn.agent(), turn.id(), desk.state().epoch()), card, deliverable);
        close(desk, turn, card, deliverable);
        return card;
    }

    private static void close(Desk desk, Turn turn, CardId card, Item.Deliverable deliverable) {
        desk.books.turns().save(turn.delivered(card, deliverable.outcome()));
        desk.tell(
                turn.id(),
                new Event.TurnDelivered(card, deliverable.outcome(), desk.head().output()));
        if (turn.lineage().caller() instanceof Lineage.Caller.Parent parent)
            answerParent(desk, turn, parent, deliverable);
    }

    /// History stays valid: each call has one output.
    private static void answerOpenCalls(Desk desk, Gate gate, Item.Deliverable deliverable, IdSource ids) {
        for (var card : openCalls(desk, gate)) {
            if (card.item() instanceof Item.ToolCall call) {
                var why = deliverable.error().isEmpty() ? "the turn ended" : deliverable.error();
                desk.write(
                        gate,
                        ids.card(),
                        new Item.ToolResult(
                                call.call(),
                                Answer.CANCELED,
                                AfterExecution.CONTINUE,
                                "No result: " + why + ". " + fate(call)));
            }
        }
    }

    /// A turn whose calls cannot be read can still be ended: none of them is answered then.
    private static List<Card> openCalls(Desk desk, Gate gate) {
        try {
            return desk.books.cards().openCalls(gate.turn());
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
    private static void putAwayMail(Desk desk, Turn turn, TurnTrigger trigger, IdSource ids) {
        var stopped = trigger instanceof TurnTrigger.Stop;
        for (var letter : desk.books.inbox().pending(turn.agent())) {
            if (!letter.turn().equals(turn.id())) continue;
            if (letter.content() instanceof Letter.Steer(var items) && !stopped) {
                var next = Enqueue.store(
                        desk,
                        new LetterId(letter.id().value() + ".turn"),
                        LetterKind.TURN,
                        items,
                        new Lineage(turn.lineage().depth(), new Lineage.Caller.Outside("user")),
                        ids);
                desk.books.inbox().save(letter.become(LetterState.SKIPPED).forTurn(next.turn()));
            } else {
                desk.books.inbox().save(letter.become(LetterState.SKIPPED));
            }
        }
    }

    /// The parent's head is not locked: its answer is a letter like any other.
    private static void answerParent(Desk desk, Turn turn, Lineage.Caller.Parent parent, Item.Deliverable deliverable) {
        var books = desk.books;
        books.foresee(new Look.AtAnswers(parent.gate(), parent.call()));
        var head = books.heads().peek(parent.gate().agent());
        var answered = !books.inbox().answersTo(parent.gate(), parent.call()).isEmpty();
        if (head.isEmpty() || answered) return;
        var result = new Item.ToolResult(
                parent.call(), answerOf(deliverable.outcome()), AfterExecution.CONTINUE, textOf(deliverable));
        Report.insert(
                books,
                head.get(),
                new LetterId(turn.id().value() + ".report"),
                parent.gate().turn(),
                parent.gate().epoch(),
                new Letter.Report(LetterKind.TOOL_RESULT, turn.agent().value(), result));
    }

    private static Answer answerOf(Outcome outcome) {
        return switch (outcome) {
            case SUCCESS -> Answer.SUCCESS;
            case FAILED -> Answer.FAILED;
            case CANCELED -> Answer.CANCELED;
            case TIMEOUT -> Answer.TIMEOUT;
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
