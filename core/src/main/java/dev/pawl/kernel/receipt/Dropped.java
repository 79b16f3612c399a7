package dev.pawl.kernel.receipt;

import dev.pawl.id.TurnId;

/// What became of turns that were to be dropped.
public sealed interface Dropped {
    record Done(int turns) implements Dropped {}

    /// A turn is under way: it reads what would be taken away.
    record Busy(TurnId turn) implements Dropped {}

    /// The log has grown since the turns were chosen, or there is no such agent.
    record Changed() implements Dropped {}
}
