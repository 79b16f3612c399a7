package dev.pawl.follow;

import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.ThreadId;
import dev.pawl.status.LoggedSignal;
import dev.pawl.view.QuestionView;
import dev.pawl.view.ResolvedEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads what a page of events names: all cards in one statement, and the open questions once.
record EventResolver(Gateway gateway, ThreadId thread) {
    List<ResolvedEvent> resolve(List<LoggedEvent> page) {
        var cards = gateway.cards(page);
        var questions = questions(page);
        var suspended = lastSuspension(page);
        var resolved = new ArrayList<ResolvedEvent>(page.size());
        for (var logged : page) {
            var card = cardOf(logged.event()).map(cards::get);
            var question = logged.event() instanceof Event.PersonAsked(var call, var _)
                    ? Optional.ofNullable(questions.get(call))
                    : Optional.<QuestionView>empty();
            var waits = logged.equals(suspended) ? gateway.waits(thread) : List.<LoggedSignal>of();
            resolved.add(new ResolvedEvent(logged, card, question, waits));
        }
        return resolved;
    }

    /// What is waited for now belongs to the last suspension.
    private static @Nullable LoggedEvent lastSuspension(List<LoggedEvent> page) {
        for (var logged : page.reversed()) if (logged.event() instanceof Event.TurnSuspended) return logged;
        return null;
    }

    private Map<CallId, QuestionView> questions(List<LoggedEvent> page) {
        if (page.stream().noneMatch(logged -> logged.event() instanceof Event.PersonAsked)) return Map.of();
        var open = new HashMap<CallId, QuestionView>();
        for (var question : gateway.questions(thread)) open.put(question.call(), question);
        return open;
    }

    private static Optional<CardId> cardOf(Event event) {
        return switch (event) {
            case Event.ItemRecorded(var card, var _, var _) -> Optional.of(card);
            case Event.TurnDelivered(var card, var _, var _) -> Optional.of(card);
            default -> Optional.empty();
        };
    }
}
