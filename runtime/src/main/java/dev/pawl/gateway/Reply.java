package dev.pawl.gateway;

import dev.pawl.id.TurnId;

/// What became of a command.
public sealed interface Reply {
    /// A turn was accepted; it runs as soon as a worker takes it up.
    record Accepted(TurnId turn) implements Reply {}

    /// Added to the turn under way.
    record Steered(TurnId turn) implements Reply {}

    /// The turn was stopped, or was over already.
    record Stopped() implements Reply {}

    /// The answer is kept; the turn goes on with it.
    record Decided(TurnId turn) implements Reply {}

    /// Nothing was stored; the text says why.
    record Refused(String why) implements Reply {}
}
