package dev.pawl.kernel.receipt;

import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;

/// The answer to a request or to steering.
public sealed interface Receipt {
    /// Stored. The turn was dispatched at once, or waits for the ones before it.
    record Accepted(TurnId turn, boolean dispatched) implements Receipt {}

    /// Stored for the turn under way.
    record Steered(TurnId turn) implements Receipt {}

    /// The same letter was accepted before: this is its turn. Nothing was written.
    record Duplicate(TurnId turn) implements Receipt {}

    /// The letter's id was used for something else. Nothing was written.
    record Conflict(LetterId letter) implements Receipt {}

    /// The agent has a turn and the request does not queue. Nothing was written.
    record Busy(TurnId turn) implements Receipt {}

    /// Agents have called agents too often. Nothing was written.
    record TooDeep(int depth) implements Receipt {}

    /// The agent's inbox holds as much as it may. Nothing was written; ask again later.
    record InboxFull(int letters) implements Receipt {}
}
