package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.IdSource;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnTrigger;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Resumption;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Applies any number of answers in one transaction: result cards, waits, letters and the head
/// change together or not at all.
final class Resume {
    private Resume() {}

    static Resumption apply(Books books, AgentId agent, WorkerId worker, Limits limits, IdSource ids) {
        var desk = Desk.open(books, agent, new Look.AtWaits(agent), new Look.AtMail(agent));
        if (desk.isEmpty() || !(desk.get().state() instanceof Suspended suspended)) {
            return new Resumption.NothingToDo();
        }
        var open = new LinkedHashMap<CallId, Wait>();
        for (var wait : books.waits().of(agent)) open.put(wait.call(), wait);
        var steps = open.values().stream().map(Wait::step).distinct().toList();
        var applied = applyAnswers(desk.get(), suspended.gate(), open, ids);
        if (!applied) return new Resumption.NothingToDo();
        if (!open.isEmpty()) return stay(desk.get(), suspended.gate(), open, worker, limits);
        books.foresee(new Look.AtTurn(suspended.gate().turn()));
        var ending = terminating(books, suspended.gate().turn(), steps);
        var turn = books.turns()
                .find(suspended.gate().turn())
                .orElseThrow(() -> new IllegalStateException("a head without its turn: " + suspended));
        return ending.isPresent()
                ? end(desk.get(), turn, ending.get(), ids)
                : goOn(desk.get(), turn, suspended.gate(), worker, limits);
    }

    /// Whether any answer counted. Letters that do not count are put away.
    private static boolean applyAnswers(Desk desk, Gate gate, Map<CallId, Wait> open, IdSource ids) {
        var answered = new HashSet<CallId>();
        for (var letter : desk.books.inbox().pending(gate.agent())) {
            if (!(letter.content() instanceof Letter.Report report)) {
                if (letter.content() instanceof Letter.Broken)
                    desk.books.inbox().save(letter.become(LetterState.DEAD));
                continue;
            }
            var wait = open.get(report.call());
            if (wait == null || !counts(letter, report, wait)) {
                desk.books.inbox().save(letter.become(LetterState.SKIPPED));
                continue;
            }
            write(desk, gate, wait.step(), report, ids);
            desk.books.inbox().save(letter.become(LetterState.CONSUMED));
            open.remove(report.call());
            answered.add(report.call());
        }
        if (!answered.isEmpty()) desk.books.waits().remove(gate.agent(), answered);
        return !answered.isEmpty();
    }

    private static boolean counts(Letter letter, Letter.Report report, Wait wait) {
        return letter.turn().equals(wait.turn())
                && letter.epoch().equals(wait.epoch())
                && (report.kind() == LetterKind.TIMEOUT
                        || report.source().equals(wait.need().answerer()));
    }

    private static void write(Desk desk, Gate gate, StepId step, Letter.Report report, IdSource ids) {
        var line = new Entry.Line(ids.card(), report.source(), report.reported());
        desk.write(gate, new Entry(step, List.of(line)));
        desk.tell(
                gate.turn(),
                new Event.CallAnswered(report.call(), report.reported().answer()));
    }

    private static Resumption stay(Desk desk, Gate gate, Map<CallId, Wait> open, WorkerId worker, Limits limits) {
        var deadlines = Suspend.deadlines(List.copyOf(open.values()));
        desk.move(gate, new TurnTrigger.Resume(gate, deadlines, lease(desk, worker, limits)));
        desk.close();
        return new Resumption.StillWaiting(open.keySet());
    }

    private static Resumption goOn(Desk desk, Turn turn, Gate gate, WorkerId worker, Limits limits) {
        desk.move(gate, new TurnTrigger.Resume(gate, Map.of(), lease(desk, worker, limits)));
        desk.tell(turn.id(), new Event.TurnResumed());
        desk.close();
        var held = ((Active) desk.state()).gate();
        return new Resumption.Resumed(new Hold(held, turn, Hold.How.RESUMED, desk.letters()));
    }

    private static Resumption end(Desk desk, Turn turn, Item.ToolResult result, IdSource ids) {
        var gate = ((Active) desk.state()).gate();
        var card = ids.card();
        var deliverable = result.answer() == Answer.SUCCESS
                ? Item.Deliverable.success(result.output())
                : Item.Deliverable.failed(result.output());
        Finish.active(desk, turn, new TurnTrigger.Deliver(gate), card, deliverable, ids);
        desk.close();
        return new Resumption.Ended(card);
    }

    /// The result that ends the turn: the first that failed among those that say so, else the
    /// first.
    private static Optional<Item.ToolResult> terminating(Books books, TurnId turn, List<StepId> steps) {
        var ends = steps.stream()
                .flatMap(step -> books.cards().results(turn, step).stream())
                .map(card -> (Item.ToolResult) card.item())
                .filter(result -> result.after() == AfterExecution.TERMINATE)
                .toList();
        return ends.stream()
                .filter(result -> result.answer() != Answer.SUCCESS)
                .findFirst()
                .or(() -> ends.stream().findFirst());
    }

    private static Lease lease(Desk desk, WorkerId worker, Limits limits) {
        return new Lease(worker, desk.now.plus(limits.lease()));
    }
}
