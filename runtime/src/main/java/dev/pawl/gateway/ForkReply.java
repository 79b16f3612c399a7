package dev.pawl.gateway;

import dev.pawl.id.TurnId;

/// What became of a fork.
public sealed interface ForkReply {
    /// The new thread goes on after this turn; `cards` is how much it shares with the old one.
    record Forked(TurnId until, int cards) implements ForkReply {}

    /// Nothing was stored; the text says why.
    record Refused(String why) implements ForkReply {}
}
