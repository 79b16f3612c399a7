package dev.pawl.tui;

import dev.pawl.id.TurnId;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Messages on their way: those said to the turn under way, and turns that wait for it. The store
/// has them; this is what is shown of them.
final class QueuedTurns {
    private static final int MOST_ROWS = 4;

    private final List<String> steers = new ArrayList<>();
    private final Map<TurnId, String> queued = new LinkedHashMap<>();

    void steered(String text) {
        steers.add(text);
    }

    void queued(TurnId turn, String text) {
        queued.put(turn, text);
    }

    List<String> takeSteers() {
        var left = List.copyOf(steers);
        steers.clear();
        return left;
    }

    /// The agent has it now.
    void said(String text) {
        steers.remove(text.strip());
    }

    void began(TurnId turn) {
        queued.remove(turn);
    }

    boolean isQueued(TurnId turn) {
        return queued.containsKey(turn);
    }

    record Entry(TurnId turn, String text) {}

    /// The one that was queued last.
    Optional<Entry> last() {
        Optional<Entry> last = Optional.empty();
        for (var entry : queued.entrySet()) last = Optional.of(new Entry(entry.getKey(), entry.getValue()));
        return last;
    }

    void clear() {
        steers.clear();
        queued.clear();
    }

    /// @param steerTitle said over the messages for this turn
    List<Line> rows(int columns, String steerTitle, String queueTitle) {
        var rows = new ArrayList<Line>();
        add(rows, steerTitle, steers, columns);
        add(rows, queueTitle, List.copyOf(queued.values()), columns);
        return rows;
    }

    private static void add(List<Line> rows, String title, List<String> texts, int columns) {
        if (texts.isEmpty()) return;
        rows.add(Line.of(Role.FAINT, "  " + title).cut(columns));
        texts.stream()
                .limit(MOST_ROWS)
                .forEach(text -> rows.add(Line.of(Role.FAINT, "    ↳ ")
                        .and(Role.EMPHASIS, text.lines().findFirst().orElse(""))
                        .cut(columns)));
        if (texts.size() > MOST_ROWS) rows.add(Line.of(Role.FAINT, "    … +" + (texts.size() - MOST_ROWS)));
    }
}
