package dev.pawl.kernel;

import dev.pawl.card.Item;
import dev.pawl.id.CardId;
import dev.pawl.id.StepId;
import java.util.List;

/// Items of one step to be written down together. The ids are the writer's, so that writing the
/// same entry again, after an outcome nobody saw, writes nothing.
public record Entry(StepId step, List<Line> lines) {
    public record Line(CardId card, String author, Item item) {}

    public Entry {
        lines = List.copyOf(lines);
    }

    public static Entry empty(StepId step) {
        return new Entry(step, List.of());
    }
}
