package dev.pawl.follow;

import dev.pawl.card.Card;
import dev.pawl.id.TurnId;
import dev.pawl.view.ThreadChange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Collects the cards of the turn under way, for its transcript. Used by one thread at a time.
public final class TurnCards implements Subscriber {
    private final List<Card> cards = new ArrayList<>();
    private @Nullable TurnId turn;

    public TurnCards() {}

    @Override
    public void on(Update update) {
        if (update.changes().stream().anyMatch(ThreadChange.TurnBegan.class::isInstance)) {
            turn = update.turn();
            cards.clear();
        }
        if (update.turn().equals(turn)) update.card().ifPresent(cards::add);
    }

    /// The cards of a turn that has ended; they are forgotten here.
    public List<Card> take(TurnId ended) {
        if (!ended.equals(turn)) return List.of();
        var taken = List.copyOf(cards);
        cards.clear();
        turn = null;
        return taken;
    }
}
