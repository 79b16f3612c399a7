package dev.pawl.kernel.receipt;

import dev.pawl.card.Card;
import java.util.List;

/// What a turn has to read: new cards of its history, and whether somebody has added to its
/// request.
public record Reading(List<Card> cards, boolean steersWait) {
    public Reading {
        cards = List.copyOf(cards);
    }
}
