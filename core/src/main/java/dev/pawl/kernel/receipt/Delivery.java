package dev.pawl.kernel.receipt;

import dev.pawl.id.CardId;
import java.util.List;

/// What became of a deliverable.
public sealed interface Delivery {
    /// The turn is over.
    record Delivered(CardId deliverable) implements Delivery {}

    /// Somebody added to the request meanwhile: the turn goes on. Nothing was written.
    record SteersWait() implements Delivery {}

    /// Required fields are missing: the turn goes on. Nothing was written.
    record MissingFields(List<String> names) implements Delivery {
        public MissingFields {
            names = List.copyOf(names);
        }
    }
}
