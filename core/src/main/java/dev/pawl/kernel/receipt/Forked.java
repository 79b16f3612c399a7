package dev.pawl.kernel.receipt;

import dev.pawl.id.TurnId;

/// What became of a fork.
public sealed interface Forked {
    /// The new agent reads the same cards, up to the end of this turn.
    record Done(TurnId until, int cards) implements Forked {}

    /// There is no such turn, or it has not ended: only what is over can be shared.
    record NotOver(TurnId turn) implements Forked {}

    /// The new agent has a history of its own already.
    record InUse() implements Forked {}
}
