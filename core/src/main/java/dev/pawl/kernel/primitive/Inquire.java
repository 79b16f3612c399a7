package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A call that runs asks somebody, and waits for the answer itself: what asks lives in the worker's
/// process, so the turn stays with that worker. The question is in the rows as long as its epoch
/// lasts; whoever takes the turn over finds it withdrawn.
final class Inquire {
    private Inquire() {}

    static void ask(Rows rows, Gate gate, StepId step, Wait.Need need) {
        var tx = HeadTransaction.open(rows, gate, new Prefetch.AtWaits(gate.agent()));
        tx.require(gate);
        if (find(rows, gate, need.call()).isPresent()) return;
        var wait = new Wait(gate.turn(), gate.epoch(), step, need, tx.now, tx.now.plus(need.patience()));
        rows.waits().insert(gate.agent(), List.of(wait));
        tx.tell(gate.turn(), new Event.PersonAsked(need.call(), Event.PersonAsked.Asked.QUESTION));
        tx.close();
    }

    /// Whether [#take] would find something. Takes no lock.
    static boolean isSettled(Rows rows, Gate gate, CallId call) {
        var head = rows.heads().peek(gate.agent());
        if (head.isEmpty()
                || !(head.get().state() instanceof Running running
                        && running.gate().equals(gate))) {
            throw new LostGate(gate, head.map(Head::state).orElse(new Idle(gate.agent(), gate.epoch())));
        }
        return find(rows, gate, call)
                .map(wait -> !wait.deadline().isAfter(rows.now())
                        || !rows.inbox().answersTo(gate, call).isEmpty())
                .orElse(true);
    }

    /// The answer; it is put away with the question. A deadline that has passed answers too.
    /// Whoever did not see the outcome of taking it gets the same one again.
    static Optional<Item.Reported> take(Rows rows, Gate gate, CallId call) {
        var tx = HeadTransaction.open(rows, gate, new Prefetch.AtWaits(gate.agent()));
        tx.require(gate);
        var wait = find(rows, gate, call);
        if (wait.isEmpty()) return Optional.of(taken(rows, gate, call));
        var answer = answer(rows, gate, wait.get());
        if (answer.isEmpty() && wait.get().deadline().isAfter(tx.now)) return Optional.empty();
        var said = answer.orElseGet(() -> late(call));
        close(tx, gate, wait.get(), said.answer());
        return Optional.of(said);
    }

    private static Item.Reported taken(Rows rows, Gate gate, CallId call) {
        return rows.inbox().answersTo(gate, call).stream()
                .filter(letter -> letter.state() == LetterState.CONSUMED)
                .map(Letter::content)
                .filter(Letter.Report.class::isInstance)
                .map(report -> ((Letter.Report) report).reported())
                .findFirst()
                .orElseGet(() -> late(call));
    }

    private static Item.Reported late(CallId call) {
        return new Item.ToolResult(call, CallOutcome.TIMEOUT, AfterExecution.CONTINUE, "nobody answered in time");
    }

    static void withdraw(Rows rows, Gate gate, CallId call) {
        var tx = HeadTransaction.open(rows, gate, new Prefetch.AtWaits(gate.agent()));
        tx.require(gate);
        find(rows, gate, call).ifPresent(wait -> close(tx, gate, wait, CallOutcome.CANCELED));
    }

    /// Nobody waits any more for what an earlier holder of the turn asked.
    static void withdrawAll(HeadTransaction tx, Gate gate) {
        for (var wait : tx.rows.waits().of(gate.agent())) {
            tx.tell(gate.turn(), new Event.CallAnswered(wait.call(), CallOutcome.CANCELED));
        }
        tx.rows.waits().clear(gate.agent());
    }

    private static void close(HeadTransaction tx, Gate gate, Wait wait, CallOutcome answer) {
        tx.rows.waits().remove(gate.agent(), Set.of(wait.call()));
        tx.tell(gate.turn(), new Event.CallAnswered(wait.call(), answer));
        tx.close();
    }

    private static Optional<Item.Reported> answer(Rows rows, Gate gate, Wait wait) {
        for (var letter : rows.inbox().answersTo(gate, wait.call())) {
            if (letter.state() == LetterState.PENDING
                    && letter.content() instanceof Letter.Report report
                    && report.source().equals(wait.need().answerer())) {
                rows.inbox().save(letter.become(LetterState.CONSUMED));
                return Optional.of(report.reported());
            }
        }
        return Optional.empty();
    }

    private static Optional<Wait> find(Rows rows, Gate gate, CallId call) {
        return rows.waits().of(gate.agent()).stream()
                .filter(wait -> wait.call().equals(call) && wait.epoch().equals(gate.epoch()))
                .findFirst();
    }
}
