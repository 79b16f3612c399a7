package dev.pawl.kernel.primitive;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
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
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Applies any number of answers in one transaction: result cards, waits, letters and the head
/// change together or not at all.
final class Resume {
    private Resume() {}

    static Resumption apply(Rows rows, AgentId agent, WorkerId worker, Limits limits, IdSource ids) {
        var tx = HeadTransaction.open(rows, agent, new Prefetch.AtWaits(agent), new Prefetch.AtMail(agent));
        if (tx.isEmpty() || !(tx.get().state() instanceof Suspended suspended)) {
            return new Resumption.NothingToDo();
        }
        var open = new LinkedHashMap<CallId, Wait>();
        for (var wait : rows.waits().of(agent)) open.put(wait.call(), wait);
        var steps = open.values().stream().map(Wait::step).distinct().toList();
        var applied = applyAnswers(tx.get(), suspended.gate(), open, ids);
        if (!applied) return new Resumption.NothingToDo();
        if (!open.isEmpty()) return stay(tx.get(), suspended.gate(), open, worker, limits);
        rows.prefetch(new Prefetch.AtTurn(suspended.gate().turn()));
        var ending = terminating(rows, suspended.gate().turn(), steps);
        var turn = rows.turns()
                .find(suspended.gate().turn())
                .orElseThrow(() -> new IllegalStateException("a head without its turn: " + suspended));
        return ending.isPresent()
                ? end(tx.get(), turn, ending.get(), ids)
                : goOn(tx.get(), turn, suspended.gate(), worker, limits);
    }

    /// Whether any answer counted. Letters that do not count are put away.
    private static boolean applyAnswers(HeadTransaction tx, Gate gate, Map<CallId, Wait> open, IdSource ids) {
        var answered = new HashSet<CallId>();
        for (var letter : tx.rows.inbox().pending(gate.agent())) {
            if (!(letter.content() instanceof Letter.Report report)) {
                if (letter.content() instanceof Letter.Broken) tx.rows.inbox().save(letter.become(LetterState.DEAD));
                continue;
            }
            var wait = open.get(report.call());
            if (wait == null || !counts(letter, report, wait)) {
                tx.rows.inbox().save(letter.become(LetterState.SKIPPED));
                continue;
            }
            write(tx, gate, wait.step(), report, ids);
            tx.rows.inbox().save(letter.become(LetterState.CONSUMED));
            open.remove(report.call());
            answered.add(report.call());
        }
        answered.addAll(applyNotices(tx, gate, open, ids));
        if (!answered.isEmpty()) tx.rows.waits().remove(gate.agent(), answered);
        return !answered.isEmpty();
    }

    /// Ends the waits for agents when there is a notice that has ended none yet. Which agents they
    /// were waiting for is for the call to judge: it is run again.
    private static Set<CallId> applyNotices(HeadTransaction tx, Gate gate, Map<CallId, Wait> open, IdSource ids) {
        var waits = open.values().stream()
                .filter(wait -> wait.need().answerer().startsWith(Wait.AGENTS))
                .toList();
        if (waits.isEmpty()) return Set.of();
        var news = noticed(tx, gate);
        var steered = !Steer.waiting(tx.rows, gate).isEmpty();
        var answered = new HashSet<CallId>();
        for (var wait : waits) {
            var byInput = steered && wait.need().answerer().equals(Wait.AGENTS_OR_INPUT);
            if (!news && !byInput) continue;
            var source = news ? Wait.AGENTS : Wait.PERSON;
            var result = Item.ToolResult.success(wait.call(), news ? Wait.AGENTS : Wait.PERSON);
            write(tx, gate, wait.step(), new Letter.Report(LetterKind.TOOL_RESULT, source, result), ids);
            open.remove(wait.call());
            answered.add(wait.call());
        }
        return answered;
    }

    /// Whether there are notices that no wait of this turn has seen; now it has. They stay until
    /// the turn's next step reads them.
    private static boolean noticed(HeadTransaction tx, Gate gate) {
        var found = false;
        for (var letter : tx.rows.inbox().pending(gate.agent())) {
            if (!(letter.content() instanceof Letter.Notice) || letter.turn().equals(gate.turn())) continue;
            tx.rows.inbox().save(letter.forTurn(gate.turn()));
            found = true;
        }
        return found;
    }

    private static boolean counts(Letter letter, Letter.Report report, Wait wait) {
        return letter.turn().equals(wait.turn())
                && letter.epoch().equals(wait.epoch())
                && (report.kind() == LetterKind.TIMEOUT
                        || report.source().equals(wait.need().answerer()));
    }

    private static void write(HeadTransaction tx, Gate gate, StepId step, Letter.Report report, IdSource ids) {
        var line = new Entry.Line(ids.card(), report.source(), report.reported());
        tx.write(gate, new Entry(step, List.of(line)));
        tx.tell(
                gate.turn(),
                new Event.CallAnswered(report.call(), report.reported().answer()));
    }

    private static Resumption stay(
            HeadTransaction tx, Gate gate, Map<CallId, Wait> open, WorkerId worker, Limits limits) {
        var deadlines = Suspend.deadlines(List.copyOf(open.values()));
        tx.move(gate, new TurnTrigger.Resume(gate, deadlines, lease(tx, worker, limits)));
        tx.close();
        return new Resumption.StillWaiting(open.keySet());
    }

    private static Resumption goOn(HeadTransaction tx, Turn turn, Gate gate, WorkerId worker, Limits limits) {
        tx.move(gate, new TurnTrigger.Resume(gate, Map.of(), lease(tx, worker, limits)));
        tx.tell(turn.id(), new Event.TurnResumed());
        tx.close();
        var held = ((Active) tx.state()).gate();
        return new Resumption.Resumed(new Hold(held, turn, Hold.How.RESUMED, tx.letters()));
    }

    private static Resumption end(HeadTransaction tx, Turn turn, Item.ToolResult result, IdSource ids) {
        var gate = ((Active) tx.state()).gate();
        var card = ids.card();
        var deliverable = result.answer() == CallOutcome.SUCCESS
                ? Item.Deliverable.success(result.output())
                : Item.Deliverable.failed(result.output());
        Finish.active(tx, turn, new TurnTrigger.Deliver(gate), card, deliverable, ids);
        tx.close();
        return new Resumption.Ended(card);
    }

    /// The result that ends the turn: the first that failed among those that say so, else the
    /// first.
    private static Optional<Item.ToolResult> terminating(Rows rows, TurnId turn, List<StepId> steps) {
        var ends = steps.stream()
                .flatMap(step -> rows.cards().results(turn, step).stream())
                .map(card -> (Item.ToolResult) card.item())
                .filter(result -> result.after() == AfterExecution.TERMINATE)
                .toList();
        return ends.stream()
                .filter(result -> result.answer() != CallOutcome.SUCCESS)
                .findFirst()
                .or(() -> ends.stream().findFirst());
    }

    private static Lease lease(HeadTransaction tx, WorkerId worker, Limits limits) {
        return new Lease(worker, tx.now.plus(limits.lease()));
    }
}
