package dev.pawl.kernel;

import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.id.CardId;
import dev.pawl.id.StepId;
import java.util.List;

/// Items of one step to be written down together. The ids are the writer's, so that writing the
/// same entry again, after an outcome nobody saw, writes nothing. `told` are events beside the
/// cards' own.
public record Entry(StepId step, List<Line> lines, List<Event> told) {
    public record Line(CardId card, String author, Item item) {}

    public Entry {
        lines = List.copyOf(lines);
        told = List.copyOf(told);
    }

    public Entry(StepId step, List<Line> lines) {
        this(step, lines, List.of());
    }

    /// The same entry, with something to tell beside its cards.
    public Entry telling(Event... events) {
        return new Entry(step, lines, List.of(events));
    }

    public static Entry empty(StepId step) {
        return new Entry(step, List.of());
    }
}
