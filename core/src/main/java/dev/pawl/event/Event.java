package dev.pawl.event;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
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

    /// A person must say something before the turn goes on: told with the suspension it leads to,
    /// or while the call that asks runs.
    record PersonAsked(CallId call, Asked what) implements Event {
        public enum Asked {
            APPROVAL,
            QUESTION
        }
    }

    /// A call of a suspended turn, or the question of a running call, was answered or withdrawn.
    record CallAnswered(CallId call, CallOutcome answer) implements Event {}

    record TurnResumed() implements Event {}

    /// Another worker continues the turn: the owner stopped renewing its lease, or is dead.
    record TurnTakenOver(String reason, int takeovers) implements Event {}

    /// The history was compacted: the old box is kept, this one is read from now on.
    record BoxReplaced(BoxId box) implements Event {}

    /// These turns are no longer read or shown; told with the first of them. Their log and their
    /// cards are kept, and this box is read from now on.
    record TurnsDropped(List<TurnId> turns, BoxId box) implements Event {
        public TurnsDropped {
            turns = List.copyOf(turns);
        }
    }

    /// A step's answer was paid for: its tokens, the thread's so far, and what the model can hold.
    record TokensCounted(Usage last, Usage total, long window) implements Event {}

    /// The model's answer broke off; it is asked again.
    record AnswerRetried(int attempt, int most, String reason) implements Event {}

    /// All files the turn changed so far, as one diff.
    record DiffChanged(String diff) implements Event {}

    /// A server of tools starts, is ready, or is not there; `error` says why.
    record ServerChanged(String server, State state, String error) implements Event {
        public enum State {
            STARTING,
            READY,
            FAILED
        }
    }

    /// Something a person should know that ends nothing.
    record Warned(String message) implements Event {}

    /// The turn is over; its deliverable is in this box. Exactly one for each turn.
    record TurnDelivered(CardId deliverable, Outcome outcome, BoxId output) implements Event {}
}
