package dev.pawl.kernel.receipt;

import dev.pawl.id.CardId;

/// What became of an attempt to continue another worker's turn.
public sealed interface Takeover {
    record Taken(Hold hold) implements Takeover {}

    /// The turn was taken over too often without progress: it was delivered as failed.
    record GivenUp(CardId deliverable) implements Takeover {}

    /// The owner is alive after all, or somebody else was faster.
    record NotTaken() implements Takeover {}
}
