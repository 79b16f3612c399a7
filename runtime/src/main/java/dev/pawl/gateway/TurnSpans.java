package dev.pawl.gateway;

import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Ledger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Where the turns of a thread are in its log, without those that were dropped. Found by an index:
/// a page costs the same in a long thread as in a short one.
public final class TurnSpans {
    private static final int MOST_DROPS = 10_000;

    private final Ledger ledger;
    private final AgentId agent;
    private final Set<TurnId> dropped = new HashSet<>();

    TurnSpans(Ledger ledger, AgentId agent) {
        this.ledger = ledger;
        this.agent = agent;
        for (var drop : ledger.marksAfter(agent, TurnMark.DROPPED, 0, MOST_DROPS)) {
            if (drop.event() instanceof Event.TurnsDropped(var turns, var _)) dropped.addAll(turns);
        }
    }

    /// The events of a turn; events of other turns may be among them.
    ///
    /// @param first its beginning; its end for one that was stopped before it began
    /// @param last [Long#MAX_VALUE] while it runs
    public record Span(TurnId turn, long first, long last) {}

    public Optional<Span> find(TurnId turn) {
        return dropped.contains(turn) ? Optional.empty() : span(turn);
    }

    private Optional<Span> span(TurnId turn) {
        var first = 0L;
        var last = Long.MAX_VALUE;
        for (var mark : ledger.marksOf(agent, turn)) {
            if (TurnMark.DROPPED.isOf(mark.event())) continue;
            if (first == 0) first = mark.seq();
            if (TurnMark.ENDED.isOf(mark.event())) last = mark.seq();
        }
        return first == 0 ? Optional.empty() : Optional.of(new Span(turn, first, last));
    }

    /// Turns whose span begins before a number, newest first.
    public List<Span> before(long seq, int max) {
        var found = new ArrayList<Span>();
        var until = seq;
        while (found.size() < max) {
            var began = ledger.marksBefore(agent, TurnMark.BEGAN, until, max + 1);
            var from = began.size() <= max ? 0 : began.getLast().seq();
            between(from, until, began).reversed().forEach(found::add);
            if (from == 0) break;
            until = from;
        }
        return found.subList(0, Math.min(max, found.size()));
    }

    /// Turns whose span begins after a number, oldest first.
    public List<Span> after(long seq, int max) {
        var found = new ArrayList<Span>();
        var from = seq;
        while (found.size() < max) {
            var began = ledger.marksAfter(agent, TurnMark.BEGAN, from, max + 1);
            var until = began.size() <= max ? Long.MAX_VALUE : began.getLast().seq();
            found.addAll(between(from + 1, until, began));
            if (until == Long.MAX_VALUE) break;
            from = until - 1;
        }
        return found.subList(0, Math.min(max, found.size()));
    }

    /// The spans that begin at or after `from` and before `until`, oldest first.
    private List<Span> between(long from, long until, List<LoggedEvent> began) {
        Map<TurnId, Long> starts = new HashMap<>();
        for (var mark : began) {
            if (mark.seq() >= from && mark.seq() < until) starts.put(mark.turn(), mark.seq());
        }
        Map<TurnId, Span> spans = new LinkedHashMap<>();
        for (var mark : ended(from, until, starts.size())) {
            var start = starts.remove(mark.turn());
            // Stopped before it began, or begun before this stretch.
            var first = start != null ? Optional.of(start) : span(mark.turn()).map(Span::first);
            first.filter(number -> number >= from && number < until)
                    .ifPresent(number -> spans.put(mark.turn(), new Span(mark.turn(), number, mark.seq())));
        }
        for (var turn : starts.keySet()) span(turn).ifPresent(span -> spans.put(turn, span));
        return spans.values().stream()
                .filter(span -> !dropped.contains(span.turn()))
                .sorted(Comparator.comparingLong(Span::first))
                .toList();
    }

    private List<LoggedEvent> ended(long from, long until, int begun) {
        var marks = new ArrayList<LoggedEvent>();
        var page = ledger.marksAfter(agent, TurnMark.ENDED, from - 1, begun + 1);
        while (!page.isEmpty()) {
            for (var mark : page) if (mark.seq() < until) marks.add(mark);
            if (page.getLast().seq() >= until || page.size() <= begun) return marks;
            page = ledger.marksAfter(agent, TurnMark.ENDED, page.getLast().seq(), begun + 1);
        }
        return marks;
    }
}
