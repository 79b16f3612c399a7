package dev.pawl.kernel.receipt;

import dev.pawl.card.Card;
import java.util.List;

/// What a turn has to read: new cards of its history, and whether somebody has added to its
/// request.
public record HistoryReading(List<Card> cards, boolean steersWait) {
    public HistoryReading {
        cards = List.copyOf(cards);
    }
}
