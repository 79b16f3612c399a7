package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
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
import dev.pawl.kernel.rows.Rows;

/// What the watchdog mends, one row and one transaction at a time. Everything is looked at again
/// under the head's lock: what was found may have been mended by somebody else. A head that is held
/// at the moment is left for the next time.
final class Sweep {
    private Sweep() {}

    /// An idle agent with a queue.
    static boolean dispatch(Rows rows, AgentId agent, IdSource ids) {
        var tx = HeadTransaction.openIfFree(rows, agent);
        if (tx.isEmpty()) return false;
        var dispatched = Dispatch.next(tx.get(), ids);
        if (dispatched || tx.get().hasNews()) tx.get().close();
        return dispatched;
    }

    /// A claimed letter nobody began: free again, or buried when it was claimed too often.
    static boolean release(Rows rows, Rows.Overdue overdue, Limits limits, IdSource ids) {
        var letter = overdue.letter();
        var tx = HeadTransaction.openIfFree(rows, letter.agent());
        var again = rows.inbox().find(letter.agent(), letter.id());
        if (tx.isEmpty() || again.isEmpty() || !again.get().equals(letter)) return false;
        if (!(tx.get().state() instanceof Dispatched(var gate)) || !gate.turn().equals(letter.turn())) {
            rows.inbox().save(letter.become(LetterState.SKIPPED));
            return true;
        }
        if (overdue.attempts() >= limits.attempts()) {
            rows.inbox().save(letter.become(LetterState.DEAD));
            end(tx.get(), gate, deadLetter(overdue.attempts()), ids);
        } else if (letter.state() == LetterState.CLAIMED) {
            rows.inbox().save(letter.become(LetterState.PENDING));
            tx.get().ring();
            tx.get().close();
        }
        return true;
    }

    private static Item.Deliverable deadLetter(int attempts) {
        return Item.Deliverable.failed(
                "could not be processed: " + attempts + " workers took this request and none of them began it");
    }

    /// Waits past their deadline are answered by a timeout letter.
    static int timeOut(Rows rows, AgentId agent) {
        var tx = HeadTransaction.openIfFree(rows, agent);
        if (tx.isEmpty() || !(tx.get().state() instanceof Suspended)) return 0;
        var now = tx.get().now;
        var timedOut = 0;
        for (var wait : rows.waits().of(agent)) {
            if (wait.deadline().isAfter(now) || hasAnswer(rows, agent, wait)) continue;
            Report.insert(
                    rows,
                    tx.get().head(),
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

    private static boolean hasAnswer(Rows rows, AgentId agent, Wait wait) {
        var gate = new Gate(agent, wait.turn(), wait.epoch());
        return rows.inbox().answersTo(gate, wait.call()).stream()
                .anyMatch(letter -> letter.state() == LetterState.PENDING);
    }

    private static Item.ToolResult timeout(Wait wait) {
        if (wait.need().answerer().equals(Wait.CLOCK)) return Item.ToolResult.success(wait.call(), "");
        return new Item.ToolResult(
                wait.call(),
                CallOutcome.TIMEOUT,
                AfterExecution.CONTINUE,
                "No answer from " + wait.need().answerer() + " to "
                        + wait.need().tool() + " within "
                        + wait.need().patience().toSeconds() + " s. "
                        + (wait.need().reason() == Wait.Reason.APPROVAL ? "It was not begun." : "It may still run."));
    }

    /// A dispatched turn nobody took up for too long.
    static boolean giveUp(Rows rows, AgentId agent, Gate gate, Limits limits, IdSource ids) {
        var tx = HeadTransaction.openIfFree(rows, agent);
        if (tx.isEmpty()
                || !(tx.get().state() instanceof Dispatched(var held))
                || !held.equals(gate)
                || tx.get().head().since().plus(limits.dispatchPatience()).isAfter(tx.get().now)) {
            return false;
        }
        rows.turns().find(gate.turn()).ifPresent(turn -> Stop.skipLetter(tx.get(), turn));
        end(
                tx.get(),
                gate,
                Item.Deliverable.timeout("no worker took this turn up within "
                        + limits.dispatchPatience().toSeconds() + " s"),
                ids);
        return true;
    }

    private static void end(HeadTransaction tx, Gate gate, Item.Deliverable deliverable, IdSource ids) {
        var turn = tx.rows
                .turns()
                .find(gate.turn())
                .orElseThrow(() -> new IllegalStateException("a head without its turn: " + gate));
        Finish.active(tx, turn, new TurnTrigger.Deliver(gate), ids.card(), deliverable, ids);
        tx.close();
    }

    /// A letter for a turn that is over.
    static boolean skip(Rows rows, Letter letter) {
        var tx = HeadTransaction.openIfFree(rows, letter.agent());
        var again = rows.inbox().find(letter.agent(), letter.id());
        if (tx.isEmpty() || again.isEmpty() || !again.get().equals(letter)) return false;
        rows.inbox().save(letter.become(LetterState.SKIPPED));
        return true;
    }
}
