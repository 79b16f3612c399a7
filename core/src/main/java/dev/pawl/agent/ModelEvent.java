package dev.pawl.agent;

import dev.pawl.card.Item;
import dev.pawl.card.Usage;

/// What a model says, as it says it. `id` is the provider's name of the item.
public sealed interface ModelEvent {
    /// An item was announced; deltas may follow. `phase` is that of a message, empty for none.
    record ItemBegan(String id, String type, String phase) implements ModelEvent {
        public ItemBegan(String id, String type) {
            this(id, type, "");
        }
    }

    record TextDelta(String id, String text) implements ModelEvent {}

    /// `part` counts the paragraphs of a reasoning summary.
    record ReasoningDelta(String id, int part, String text) implements ModelEvent {}

    /// An item is complete: a message, reasoning, a tool call, or something of the provider's own.
    record ItemDone(String id, Item item) implements ModelEvent {}

    /// The answer is complete. `goOn`: the provider itself asks for another step.
    record Completed(Usage usage, boolean goOn) implements ModelEvent {}
}
