package dev.pawl.exec;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.LoggedEvent;
import dev.pawl.thread.ChatThread;

/// Tells of a turn as it goes. Used by one thread.
interface Reporter {
    void began(ChatThread thread);

    /// An event; `card` is the one it names, when it names one.
    void event(LoggedEvent event);

    void card(LoggedEvent event, Card card);

    /// The end, with the turn's deliverable.
    void delivered(Item.Deliverable deliverable);
}
