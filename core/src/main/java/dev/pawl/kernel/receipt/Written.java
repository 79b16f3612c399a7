package dev.pawl.kernel.receipt;

import dev.pawl.card.Card;
import java.util.List;

/// What came of an entry: its cards as they stand in the rows, and the number of the agent's last
/// letter. One that has moved may mean that somebody added to the request, or ended a turn that was
/// queued.
public record Written(List<Card> cards, long letters) {
    public Written {
        cards = List.copyOf(cards);
    }
}
