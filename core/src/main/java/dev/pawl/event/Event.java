package dev.pawl.event;

import dev.pawl.card.Answer;
import dev.pawl.card.Outcome;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import java.time.Instant;
import java.util.List;

/// Something that happened to a turn. An event that tells of an item names its card.
public sealed interface Event {
    /// A request was accepted; it waits for the turns before it.
    record TurnQueued(LetterId letter) implements Event {}

    /// The agent was free: the turn waits for a worker.
    record TurnDispatched() implements Event {}

    record TurnStarted() implements Event {}

    /// A card was added to the output box.
    record ItemRecorded(CardId card, StepId step, String type) implements Event {}

    /// Somebody added to the request of a turn that is under way.
    record TurnSteered(LetterId letter) implements Event {}

    /// The turn waits for others, until the first of its deadlines.
    record TurnSuspended(List<CallId> calls, Instant resumeBy) implements Event {
        public TurnSuspended {
            calls = List.copyOf(calls);
        }
    }

    /// A call of a suspended turn was answered; others may still be open.
    record CallAnswered(CallId call, Answer answer) implements Event {}

    record TurnResumed() implements Event {}

    /// Another worker continues the turn: the owner stopped renewing its lease, or is dead.
    record TurnTakenOver(String reason, int takeovers) implements Event {}

    /// The history was compacted: the old box is kept, this one is read from now on.
    record BoxReplaced(BoxId box) implements Event {}

    /// The turn is over. Exactly one for each turn.
    record TurnDelivered(CardId deliverable, Outcome outcome) implements Event {}
}
