package dev.pawl.worker.turn;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Question;
import dev.pawl.event.Event;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Hold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// The steps of a turn that asks a person and no model: its request is one call that waits, and its
/// deliverable is the answer. A workflow asks so.
final class QuestionSteps implements Steps {
    /// Long enough to come back to; then it is asked again by who needs the answer.
    private static final Duration PATIENCE = Duration.ofDays(30);

    /// Whether the turn asks a person only.
    static boolean isFor(Hold hold) {
        return hold.turn().lineage().source().equals(Card.QUESTION);
    }

    @Override
    public Move next(Journal journal) {
        var open = journal.openCalls();
        if (open.isEmpty()) {
            var answer = journal.history().reversed().stream()
                    .filter(card -> card.origin().turn().equals(journal.gate().turn()))
                    .map(Card::item)
                    .filter(Item.ToolResult.class::isInstance)
                    .map(Item.ToolResult.class::cast)
                    .findFirst();
            var text = answer.map(Item.ToolResult::output).orElse("");
            var isAnswered = answer.isPresent() && answer.get().answer() == CallOutcome.SUCCESS;
            return new Move.End(
                    Entry.empty(journal.ids().step()),
                    isAnswered ? Item.Deliverable.success(text) : Item.Deliverable.stopped("nobody answered"));
        }
        var needs = open.stream()
                .map(call -> new Wait.Need(
                        call.call().call(),
                        call.call().tool(),
                        Wait.Reason.QUESTION,
                        new Question.Form(call.call().arguments()),
                        Wait.PERSON,
                        PATIENCE))
                .toList();
        var told = open.stream()
                .<Event>map(call -> new Event.PersonAsked(call.call().call(), Event.PersonAsked.Asked.QUESTION))
                .toList();
        return new Move.Await(new Entry(journal.ids().step(), List.of(), told), needs, List.of());
    }

    @Override
    public void endLeftovers(Item.ToolCall call) {
        // Nothing runs.
    }

    @Override
    public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) {
        return Optional.of(Item.ToolResult.failed(open.call().call(), "a question is not run"));
    }

    @Override
    public void missing(Journal journal, List<String> names) {
        // No fields are asked for.
    }
}
