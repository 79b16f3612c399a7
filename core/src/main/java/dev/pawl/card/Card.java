package dev.pawl.card;

import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import java.time.Instant;

/// The stored envelope of one item. It belongs to the turn and the epoch that wrote it.
///
/// `at` is the store's time of the write; a card that was not written yet has the epoch start.
public record Card(CardId id, Origin origin, String author, Item item, Instant at) {
    /// The author of a question that the runtime, and no model, asks a person in a turn of its own.
    public static final String QUESTION = "workflow.question";

    /// Which agent, turn, epoch and step wrote a card.
    public record Origin(AgentId agent, TurnId turn, Epoch epoch, StepId step) {}

    public Card writtenAt(Instant time) {
        return new Card(id, origin, author, item, time);
    }
}
