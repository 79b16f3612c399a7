package dev.pawl.follow;

import dev.pawl.card.Card;
import dev.pawl.id.TurnId;
import dev.pawl.view.ThreadChange;
import java.util.List;
import java.util.Optional;

/// Gets what changes in a thread, in order, one call at a time.
///
/// A subscriber that is slow holds up the others of the thread: one that writes to a client keeps
/// an outbox of its own, and cuts the client off when that is full.
@FunctionalInterface
public interface Subscriber {
    void on(Update update);

    /// What one event, or a live word, changes.
    ///
    /// @param seq the event's number; 0 for live words
    /// @param turn the turn that the event or the word belongs to
    /// @param card the card that the event recorded
    record Update(long seq, TurnId turn, Optional<Card> card, List<ThreadChange> changes) {
        public Update {
            changes = List.copyOf(changes);
        }
    }
}
