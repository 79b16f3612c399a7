package dev.pawl.command;

import dev.pawl.card.Item;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import java.util.List;

/// One wish of a surface.
public sealed interface Command {
    LetterId id();

    ThreadId thread();

    /// A new turn, after the ones before it.
    record Submit(LetterId id, ThreadId thread, List<Item> items, String source) implements Command {
        public Submit {
            items = List.copyOf(items);
        }
    }

    /// More for the turn under way; a new turn when there is none.
    record Steer(LetterId id, ThreadId thread, List<Item> items, String source) implements Command {
        public Steer {
            items = List.copyOf(items);
        }
    }

    /// The end of a turn, queued or under way.
    record Interrupt(LetterId id, ThreadId thread, TurnId turn, String reason) implements Command {}
}
