package dev.pawl.view;

import dev.pawl.card.Item.Deliverable;
import dev.pawl.id.TurnId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// One turn at a moment: its items in the order they began, and how it ended.
///
/// @param since when a worker began it
/// @param end empty while it runs
public record TurnView(TurnId id, Instant since, List<ItemView> items, Optional<End> end) {
    /// @param at when it ended
    public record End(Deliverable deliverable, Instant at) {}

    public TurnView {
        items = List.copyOf(items);
    }
}
