package dev.pawl.kernel.rows;

import dev.pawl.card.Card;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Turn;
import java.util.List;

/// A turn as its worker began it. All of this stays true for as long as the gate does: the turn has
/// no ending yet, its context never changes, and `letter` is its request's place in the inbox.
public record BegunTurn(Gate gate, Turn turn, long letter, List<Card> context) {
    public BegunTurn {
        context = List.copyOf(context);
    }
}
