package dev.pawl.command;

import dev.pawl.card.Item;
import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.id.CallId;
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

    /// A person's decision about a call that waits. `seal` is of what they were shown.
    record Decide(LetterId id, ThreadId thread, CallId call, Choice choice, String seal, String words)
            implements Command {}

    /// A person's answer to the agent's own questions.
    record Answer(LetterId id, ThreadId thread, CallId call, String text) implements Command {}

    /// The end of a turn, queued or under way.
    record Interrupt(LetterId id, ThreadId thread, TurnId turn, String reason) implements Command {}
}
