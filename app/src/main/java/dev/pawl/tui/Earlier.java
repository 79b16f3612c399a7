package dev.pawl.tui;

import dev.pawl.card.Outcome;
import dev.pawl.cli.Text;
import dev.pawl.tui.show.ItemLines;
import dev.pawl.tui.show.Transcript;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Role;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadView;
import dev.pawl.view.TurnView;
import java.util.List;
import java.util.Optional;

/// What was said in a thread before this screen was opened, put into its transcript.
record Earlier(Wording words, Transcript transcript) {
    private static final int MOST_LINES = 1_000;

    void show(ThreadView view, int columns) {
        var from = view.turns().size();
        var lines = 0;
        while (from > 0 && lines < MOST_LINES) lines += size(view.turns().get(--from), columns);
        if (from > 0) transcript.note(Role.FAINT, words.say(Text.TUI_EARLIER, String.valueOf(from)));
        view.turns().subList(from, view.turns().size()).forEach(this::show);
    }

    private int size(TurnView turn, int columns) {
        var brief = ItemLines.brief(words, "", columns);
        return turn.items().stream().mapToInt(item -> brief.of(item).size() + 1).sum();
    }

    /// As if it happened now. A turn that was taken back before it began was nothing.
    private void show(TurnView turn) {
        var isOver = turn.end().isPresent();
        if (isOver && turn.items().isEmpty() && turn.end().get().deliverable().outcome() == Outcome.CANCELED) return;
        transcript.add(new ThreadChange.TurnBegan(turn.id(), turn.since()));
        for (var item : turn.items()) {
            if (item.isOpen()) transcript.add(new ThreadChange.ItemBegan(turn.id(), item, turn.since()));
            else transcript.add(new ThreadChange.ItemCompleted(turn.id(), item, turn.since()));
        }
        turn.end()
                .ifPresent(end -> transcript.add(new ThreadChange.TurnEnded(
                        turn.id(), turn.since(), end.at(), end.deliverable(), last(turn.items()))));
    }

    private static Optional<ItemView.AgentText> last(List<ItemView> items) {
        return items.reversed().stream()
                .filter(ItemView.AgentText.class::isInstance)
                .map(ItemView.AgentText.class::cast)
                .findFirst();
    }
}
