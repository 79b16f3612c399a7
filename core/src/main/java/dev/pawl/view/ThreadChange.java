package dev.pawl.view;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item.Deliverable;
import dev.pawl.event.Event;
import dev.pawl.id.BoxId;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.status.ChatState;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// What an event or a live word changes for those who watch a thread.
public sealed interface ThreadChange {
    /// A request was accepted and waits for the turns before it.
    record TurnQueued(TurnId turn, LetterId letter) implements ThreadChange {}

    record TurnBegan(TurnId turn, Instant at) implements ThreadChange {}

    /// A person added to the request of a turn that is under way.
    record Steered(TurnId turn, LetterId letter) implements ThreadChange {}

    /// Another worker continues the turn.
    record TakenOver(TurnId turn, String reason, int takeovers) implements ThreadChange {}

    record ItemBegan(TurnId turn, ItemView item, Instant at) implements ThreadChange {}

    /// More of an item that has begun. Never the only source of its text: the completion has all.
    record ItemGrew(TurnId turn, String item, Growth growth, String delta) implements ThreadChange {}

    /// An item has changed and goes on: a command outlived its call, or printed more after that.
    record ItemUpdated(TurnId turn, ItemView item) implements ThreadChange {}

    /// Exactly one for each item that began and whose turn has ended.
    record ItemCompleted(TurnId turn, ItemView item, Instant at) implements ThreadChange {}

    record PlanChanged(TurnId turn, PlanView plan) implements ThreadChange {}

    /// All files the turn changed so far, as one diff.
    record DiffChanged(TurnId turn, String diff) implements ThreadChange {}

    record TokensCounted(TurnId turn, TokensView tokens) implements ThreadChange {}

    /// @param item the call that it is about, where it has begun
    record QuestionAsked(QuestionView question, Optional<ItemView> item) implements ThreadChange {}

    /// The question was answered, or withdrawn, or its turn is over.
    record QuestionSettled(QuestionView question, CallOutcome outcome) implements ThreadChange {}

    /// The model's response broke off; it is asked again.
    record Retrying(TurnId turn, int attempt, int most, String reason) implements ThreadChange {}

    /// A server of tools starts, is ready, or is not there; `error` says why.
    record ServerChanged(String server, Event.ServerChanged.State state, String error) implements ThreadChange {}

    /// Something a person should know that ends nothing.
    record Warned(String message) implements ThreadChange {}

    /// A shorter history is read from now on, in this box; the item with its summary follows.
    record Compacted(TurnId turn, BoxId box) implements ThreadChange {}

    /// These turns are no longer read or shown.
    record TurnsDropped(List<TurnId> turns) implements ThreadChange {
        public TurnsDropped {
            turns = List.copyOf(turns);
        }
    }

    /// What a status line says is another than before. Comes before the beginning, the question or
    /// the end that is its cause.
    record StatusChanged(ChatState state, Instant at) implements ThreadChange {}

    /// The turn ends by an error: what it leaves open and its end follow.
    record TurnFailed(TurnId turn, Deliverable deliverable) implements ThreadChange {}

    /// The last change of a turn.
    ///
    /// @param since when it began; when it ended for a turn that never did
    /// @param last the agent's last message in it
    record TurnEnded(TurnId turn, Instant since, Instant at, Deliverable deliverable, Optional<ItemView.AgentText> last)
            implements ThreadChange {}

    /// What grew.
    sealed interface Growth {
        /// The text of the agent's message.
        record Text() implements Growth {}

        /// A paragraph of a reasoning summary; `begins` with its first words.
        record Summary(int part, boolean begins) implements Growth {}

        /// What a command printed.
        record Output() implements Growth {}

        /// What an MCP server says of its progress.
        record Progress() implements Growth {}
    }
}
