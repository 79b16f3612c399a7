package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
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
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A call that runs asks somebody, and waits for the answer itself: what asks lives in the worker's
/// process, so the turn stays with that worker. The question is in the books as long as its epoch
/// lasts; whoever takes the turn over finds it withdrawn.
final class Inquire {
    private Inquire() {}

    static void ask(Books books, Gate gate, StepId step, Wait.Need need) {
        var desk = Desk.open(books, gate, new Look.AtWaits(gate.agent()));
        desk.require(gate);
        if (find(books, gate, need.call()).isPresent()) return;
        var wait = new Wait(gate.turn(), gate.epoch(), step, need, desk.now, desk.now.plus(need.patience()));
        books.waits().insert(gate.agent(), List.of(wait));
        desk.tell(gate.turn(), new Event.PersonAsked(need.call(), Event.PersonAsked.Asked.QUESTION));
        desk.close();
    }

    /// Whether [#take] would find something. Takes no lock.
    static boolean isSettled(Books books, Gate gate, CallId call) {
        var head = books.heads().peek(gate.agent());
        if (head.isEmpty()
                || !(head.get().state() instanceof Running running
                        && running.gate().equals(gate))) {
            throw new LostGate(gate, head.map(Head::state).orElse(new Idle(gate.agent(), gate.epoch())));
        }
        return find(books, gate, call)
                .map(wait -> !wait.deadline().isAfter(books.now())
                        || !books.inbox().answersTo(gate, call).isEmpty())
                .orElse(true);
    }

    /// The answer; it is put away with the question. A deadline that has passed answers too.
    /// Whoever did not see the outcome of taking it gets the same one again.
    static Optional<Item.Reported> take(Books books, Gate gate, CallId call) {
        var desk = Desk.open(books, gate, new Look.AtWaits(gate.agent()));
        desk.require(gate);
        var wait = find(books, gate, call);
        if (wait.isEmpty()) return Optional.of(taken(books, gate, call));
        var answer = answer(books, gate, wait.get());
        if (answer.isEmpty() && wait.get().deadline().isAfter(desk.now)) return Optional.empty();
        var said = answer.orElseGet(() -> late(call));
        close(desk, gate, wait.get(), said.answer());
        return Optional.of(said);
    }

    private static Item.Reported taken(Books books, Gate gate, CallId call) {
        return books.inbox().answersTo(gate, call).stream()
                .filter(letter -> letter.state() == LetterState.CONSUMED)
                .map(Letter::content)
                .filter(Letter.Report.class::isInstance)
                .map(report -> ((Letter.Report) report).reported())
                .findFirst()
                .orElseGet(() -> late(call));
    }

    private static Item.Reported late(CallId call) {
        return new Item.ToolResult(call, Answer.TIMEOUT, AfterExecution.CONTINUE, "nobody answered in time");
    }

    static void withdraw(Books books, Gate gate, CallId call) {
        var desk = Desk.open(books, gate, new Look.AtWaits(gate.agent()));
        desk.require(gate);
        find(books, gate, call).ifPresent(wait -> close(desk, gate, wait, Answer.CANCELED));
    }

    /// Nobody waits any more for what an earlier holder of the turn asked.
    static void withdrawAll(Desk desk, Gate gate) {
        for (var wait : desk.books.waits().of(gate.agent())) {
            desk.tell(gate.turn(), new Event.CallAnswered(wait.call(), Answer.CANCELED));
        }
        desk.books.waits().clear(gate.agent());
    }

    private static void close(Desk desk, Gate gate, Wait wait, Answer answer) {
        desk.books.waits().remove(gate.agent(), Set.of(wait.call()));
        desk.tell(gate.turn(), new Event.CallAnswered(wait.call(), answer));
        desk.close();
    }

    private static Optional<Item.Reported> answer(Books books, Gate gate, Wait wait) {
        for (var letter : books.inbox().answersTo(gate, wait.call())) {
            if (letter.state() == LetterState.PENDING
                    && letter.content() instanceof Letter.Report report
                    && report.source().equals(wait.need().answerer())) {
                books.inbox().save(letter.become(LetterState.CONSUMED));
                return Optional.of(report.reported());
            }
        }
        return Optional.empty();
    }

    private static Optional<Wait> find(Books books, Gate gate, CallId call) {
        return books.waits().of(gate.agent()).stream()
                .filter(wait -> wait.call().equals(call) && wait.epoch().equals(gate.epoch()))
                .findFirst();
    }
}
