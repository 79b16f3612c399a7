package dev.pawl.card;

import dev.pawl.id.BoxId;
import dev.pawl.id.CardId;
import java.util.List;

/// An ordered list of cards. A context box never changes; an output box only grows, and only the
/// agent's active turn makes it grow.
public record Box(BoxId id, Kind kind, List<CardId> cards) {
    public enum Kind {
        CONTEXT,
        OUTPUT
    }

    public Box {
        cards = List.copyOf(cards);
    }
}
