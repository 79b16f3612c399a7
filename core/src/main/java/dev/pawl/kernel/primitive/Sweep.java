package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.books.Books;

/// What the watchdog mends, one row and one transaction at a time. Everything is looked at again
/// under the head's lock: what was found may have been mended by somebody else. A head that is held
/// at the moment is left for the next time.
final class Sweep {
    private Sweep() {}

    /// An idle agent with a queue.
    static boolean dispatch(Books books, AgentId agent, IdSource ids) {
        var desk = Desk.openIfFree(books, agent);
        if (desk.isEmpty()) return false;
        var dispatched = Dispatch.next(desk.get(), ids);
        if (dispatched || desk.get().hasNews()) desk.get().close();
        return dispatched;
    }

    /// A claimed letter nobody began: free again, or buried when it was claimed too often.
    static boolean release(Books books, Books.Overdue overdue, Limits limits, IdSource ids) {
        var letter = overdue.letter();
        var desk = Desk.openIfFree(books, letter.agent());
        var again = books.inbox().find(letter.agent(), letter.id());
        if (desk.isEmpty() || again.isEmpty() || !again.get().equals(letter)) return false;
        if (!(desk.get().state() instanceof Dispatched(var gate))
                || !gate.turn().equals(letter.turn())) {
            books.inbox().save(letter.become(LetterState.SKIPPED));
            return true;
        }
        if (overdue.attempts() >= limits.attempts()) {
            books.inbox().save(letter.become(LetterState.DEAD));
            end(desk.get(), gate, deadLetter(overdue.attempts()), ids);
        } else if (letter.state() == LetterState.CLAIMED) {
            books.inbox().save(letter.become(LetterState.PENDING));
            desk.get().ring();
            desk.get().close();
        }
        return true;
    }

    private static Item.Deliverable deadLetter(int attempts) {
        return Item.Deliverable.failed(
                "could not be processed: " + attempts + " workers took this request and none of them began it");
    }

    /// Waits past their deadline are answered by a timeout letter.
    static int timeOut(Books books, AgentId agent) {
        var desk = Desk.openIfFree(books, agent);
        if (desk.isEmpty() || !(desk.get().state() instanceof Suspended)) return 0;
        var now = desk.get().now;
        var timedOut = 0;
        for (var wait : books.waits().of(agent)) {
            if (wait.deadline().isAfter(now) || hasAnswer(books, agent, wait)) continue;
            Report.insert(
                    books,
                    desk.get().head(),
                    new LetterId(wait.turn() + "." + wait.epoch().value() + ".timeout." + shortened(wait.call())),
                    wait.turn(),
                    wait.epoch(),
                    new Letter.Report(LetterKind.TIMEOUT, "watchdog", timeout(wait)));
            timedOut++;
        }
        return timedOut;
    }

    private static String shortened(CallId call) {
        var value = call.value();
        return value.length() <= 100 ? value : value.substring(value.length() - 100);
    }

    private static boolean hasAnswer(Books books, AgentId agent, Wait wait) {
        var gate = new Gate(agent, wait.turn(), wait.epoch());
        return books.inbox().answersTo(gate, wait.call()).stream()
                .anyMatch(letter -> letter.state() == LetterState.PENDING);
    }

    private static Item.ToolResult timeout(Wait wait) {
        return new Item.ToolResult(
                wait.call(),
                Answer.TIMEOUT,
                AfterExecution.CONTINUE,
                "No answer from " + wait.need().answerer() + " to "
                        + wait.need().tool() + " within "
                        + wait.need().patience().toSeconds() + " s. "
                        + (wait.need().reason() == Wait.Reason.APPROVAL ? "It was not begun." : "It may still run."));
    }

    /// A dispatched turn nobody took up for too long.
    static boolean giveUp(Books books, AgentId agent, Gate gate, Limits limits, IdSource ids) {
        var desk = Desk.openIfFree(books, agent);
        if (desk.isEmpty()
                || !(desk.get().state() instanceof Dispatched(var held))
                || !held.equals(gate)
                || desk.get().head().since().plus(limits.dispatchPatience()).isAfter(desk.get().now)) {
            return false;
        }
        books.turns().find(gate.turn()).ifPresent(turn -> Stop.skipLetter(desk.get(), turn));
        end(
                desk.get(),
                gate,
                Item.Deliverable.timeout("no worker took this turn up within "
                        + limits.dispatchPatience().toSeconds() + " s"),
                ids);
        return true;
    }

    private static void end(Desk desk, Gate gate, Item.Deliverable deliverable, IdSource ids) {
        var turn = desk.books
                .turns()
                .find(gate.turn())
                .orElseThrow(() -> new IllegalStateException("a head without its turn: " + gate));
        Finish.active(desk, turn, new TurnTrigger.Deliver(gate), ids.card(), deliverable, ids);
        desk.close();
    }

    /// A letter for a turn that is over.
    static boolean skip(Books books, Letter letter) {
        var desk = Desk.openIfFree(books, letter.agent());
        var again = books.inbox().find(letter.agent(), letter.id());
        if (desk.isEmpty() || again.isEmpty() || !again.get().equals(letter)) return false;
        books.inbox().save(letter.become(LetterState.SKIPPED));
        return true;
    }
}
