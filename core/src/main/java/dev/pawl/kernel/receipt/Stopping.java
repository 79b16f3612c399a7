package dev.pawl.kernel.receipt;

import dev.pawl.id.CardId;

/// What became of a stop.
public sealed interface Stopping {
    record Stopped(CardId deliverable) implements Stopping {}

    /// The turn is over already.
    record OverAlready(CardId deliverable) implements Stopping {}

    record UnknownTurn() implements Stopping {}
}
