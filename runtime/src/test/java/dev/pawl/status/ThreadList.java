package dev.pawl.status;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The threads a client knows, in order. A list from elsewhere says which there are, their names
/// and which are put away; of their status it may only say a first word.
public final class ThreadList {
    public static final ThreadList EMPTY = new ThreadList(Map.of());

    private static final Duration HIDDEN_KEPT = Duration.ofMinutes(10);

    private final Map<String, Row> rows;

    /// A line of such a list.
    public record Listed(String id, String name, String word, boolean archived) {}

    /// @param hiddenAt when a list left it out; [Instant#MAX] while it is shown
    public record Row(String name, ChatState state, Instant hiddenAt) {
        boolean isShown() {
            return hiddenAt.equals(Instant.MAX);
        }
    }

    private ThreadList(Map<String, Row> rows) {
        this.rows = Collections.unmodifiableMap(new LinkedHashMap<>(rows));
    }

    /// What is shown, in order.
    public List<String> ids() {
        return rows.entrySet().stream()
                .filter(row -> row.getValue().isShown())
                .map(Map.Entry::getKey)
                .toList();
    }

    public Optional<Row> find(String id) {
        return Optional.ofNullable(rows.get(id));
    }

    public ThreadList replaced(List<Listed> list, Instant now) {
        var next = new LinkedHashMap<String, Row>();
        for (var line : list) {
            var known = rows.get(line.id());
            var state = known == null ? ChatState.NEW : known.state();
            next.put(line.id(), new Row(line.name(), state.listed(line.word(), line.archived(), now), Instant.MAX));
        }
        // A page of a list must not make the others forget what they know.
        rows.forEach((id, row) -> {
            var hidden = row.isShown() ? now : row.hiddenAt();
            if (!next.containsKey(id) && !now.isAfter(hidden.plus(HIDDEN_KEPT))) {
                next.put(id, new Row(row.name(), row.state(), hidden));
            }
        });
        return new ThreadList(next);
    }

    /// A thread nobody listed is there as soon as something is told of it.
    public ThreadList after(String id, LoggedSignal told) {
        var next = new LinkedHashMap<>(rows);
        var known = rows.getOrDefault(id, new Row("", ChatState.NEW, Instant.MAX));
        next.put(id, new Row(known.name(), known.state().after(told), known.hiddenAt()));
        return new ThreadList(next);
    }
}
