package dev.pawl.view;

import dev.pawl.card.Card;
import dev.pawl.event.LoggedEvent;
import dev.pawl.status.LoggedSignal;
import java.util.List;
import java.util.Optional;

/// An event of the log with what it names, where that can be read.
///
/// @param card what it recorded or delivered
/// @param question what it asks a person
/// @param waits what the turn that it suspends waits for, as the status knows it
public record ResolvedEvent(
        LoggedEvent logged, Optional<Card> card, Optional<QuestionView> question, List<LoggedSignal> waits) {
    public ResolvedEvent {
        waits = List.copyOf(waits);
    }

    public ResolvedEvent(LoggedEvent logged, Optional<Card> card) {
        this(logged, card, Optional.empty(), List.of());
    }
}
