package dev.pawl.worker.turn;

import dev.pawl.agent.Bound;
import dev.pawl.agent.BoundQuestion;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Wait;
import java.util.List;
import java.util.Optional;

/// Asks a person before a turn goes beyond a bound. The turn waits in the store meanwhile: it
/// neither fails nor runs on. Answers are read from the journal, so any worker finds them.
final class BoundCheck {
    private static final String NAME = "bound.";

    private final Spending spending;
    private final Meter meter;
    private final Journal journal;

    BoundCheck(Spending spending, Meter meter, Journal journal) {
        this.spending = spending;
        this.meter = meter;
        this.journal = journal;
    }

    /// Where the turn goes because of a bound; nowhere while it is within all of them.
    Optional<Move> check(Suspension suspension) {
        for (var bound : spending.bounds()) {
            var answers = answers(bound);
            if (answers.stream().anyMatch(answer -> isStop(bound, answer))) return Optional.of(stop(bound));
            keep(bound, answers);
            var allowed = bound.most() + raised(bound, answers);
            var used = used(bound);
            if (used < allowed) continue;
            suspension.add(new Wait.Need(
                    new CallId(name(bound) + (answers.size() + 1)),
                    bound.key(),
                    Wait.Reason.BUDGET,
                    BoundQuestion.ask(bound, used, allowed),
                    Wait.PERSON,
                    Suspension.PATIENCE));
        }
        return suspension.isEmpty() ? Optional.empty() : Optional.of(suspension.take(journal));
    }

    private static String name(Bound bound) {
        return NAME + bound.key() + ".";
    }

    private List<Item.ToolResult> answers(Bound bound) {
        return journal.answers().values().stream()
                .filter(answer -> answer.call().value().startsWith(name(bound)))
                .toList();
    }

    private static boolean isStop(Bound bound, Item.ToolResult answer) {
        return answer.answer() != CallOutcome.SUCCESS
                || BoundQuestion.read(bound, answer.output()) instanceof BoundQuestion.Reply.Stop;
    }

    private Move stop(Bound bound) {
        return new Move.End(
                Entry.empty(journal.ids().step()),
                Item.Deliverable.stopped("stopped at its limit: " + bound.key() + " = " + bound.shown(bound.most())));
    }

    private static double amount(Bound bound, Item.ToolResult answer) {
        return BoundQuestion.read(bound, answer.output()) instanceof BoundQuestion.Reply.Allow(var amount) ? amount : 0;
    }

    /// What holds beyond this turn is kept beyond it.
    private void keep(Bound bound, List<Item.ToolResult> answers) {
        if (bound.scope() == Bound.Scope.TURN) return;
        for (var answer : answers) {
            spending.raise(bound, journal.gate().turn() + "/" + answer.call(), amount(bound, answer));
        }
    }

    private double raised(Bound bound, List<Item.ToolResult> answers) {
        if (bound.scope() != Bound.Scope.TURN) return spending.raised(bound);
        return answers.stream().mapToDouble(answer -> amount(bound, answer)).sum();
    }

    private double used(Bound bound) {
        if (bound.scope() != Bound.Scope.TURN) return spending.used(bound);
        return switch (bound.measure()) {
            case STEPS -> meter.steps();
            case SECONDS -> meter.worked(journal.lastWrite()).toSeconds();
            case TOKENS -> meter.spent().total();
            case USD -> spending.cost(meter.spent()).orElse(0.0);
            case TURNS -> 0;
        };
    }
}
