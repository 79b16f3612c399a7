package dev.pawl.follow;

import dev.pawl.event.LoggedEvent;
import dev.pawl.gateway.Gateway;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.gateway.TurnSpans;
import dev.pawl.gateway.TurnSpans.Span;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.ThreadViewBuilder;
import dev.pawl.view.TurnView;
import dev.pawl.view.ViewFold;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A thread's turns as they are written down. A page of them reads that page; [#all] reads the log.
public final class ThreadHistory {
    private static final String IMPORTED = "codex";

    private final Gateway gateway;
    private final ThreadOperations operations;
    private final ChatThread thread;
    private final EventResolver resolver;

    public ThreadHistory(Gateway gateway, ThreadOperations operations, ChatThread thread) {
        this.gateway = gateway;
        this.operations = operations;
        this.thread = thread;
        this.resolver = new EventResolver(gateway, thread.id());
    }

    public List<TurnView> all() throws InterruptedException {
        return all(gateway.lastEvent(thread.id()));
    }

    /// All turns as they were at an event, oldest first.
    public List<TurnView> all(long upTo) throws InterruptedException {
        var turns = new ArrayList<>(inherited());
        var fold = ViewFold.ofItems(thread.setup().cwd());
        var builder = new ThreadViewBuilder();
        var seq = 0L;
        for (var page = page(0, upTo); !page.isEmpty(); page = page(seq, upTo)) {
            for (var event : resolver.resolve(page))
                builder.apply(event.logged().seq(), fold.after(event));
            seq = page.getLast().seq();
        }
        turns.addAll(builder.turns());
        return turns;
    }

    private List<LoggedEvent> page(long after, long upTo) throws InterruptedException {
        if (after >= upTo) return List.of();
        return gateway.watch(thread.id(), after, Duration.ZERO).stream()
                .filter(logged -> logged.seq() <= upTo)
                .toList();
    }

    /// @param hasMore whether there are further turns in the page's direction
    public record Page(List<TurnView> turns, boolean hasMore) {
        public Page {
            turns = List.copyOf(turns);
        }
    }

    /// Where a page begins: at a turn, or behind it.
    public record Start(TurnId turn, boolean inclusive) {}

    public enum Direction {
        OLDEST_FIRST,
        NEWEST_FIRST
    }

    /// Empty when the turn to begin with is not there (any more).
    ///
    /// @param start empty for the first page of the direction
    public Optional<Page> page(Optional<Start> start, Direction direction, int limit) throws InterruptedException {
        var spans = operations.spans(thread.id());
        var at = start.flatMap(turn -> spans.find(turn.turn()));
        if (start.isPresent() && at.isEmpty()) return pageOfInherited(start.get(), direction, limit, spans);
        return switch (direction) {
            case NEWEST_FIRST -> {
                var seq = at.map(span -> start.get().inclusive() ? span.first() + 1 : span.first())
                        .orElse(Long.MAX_VALUE);
                var found = read(spans.before(seq, limit + 1), limit + 1);
                if (found.size() <= limit) found.addAll(inherited().reversed());
                yield Optional.of(cut(found, limit));
            }
            case OLDEST_FIRST -> {
                if (start.isEmpty()) yield Optional.of(fromTheOldest(inherited(), spans, limit));
                var seq = at.map(span -> start.get().inclusive() ? span.first() - 1 : span.first())
                        .orElse(0L);
                yield Optional.of(cut(read(spans.after(seq, limit + 1), limit + 1), limit));
            }
        };
    }

    private Page fromTheOldest(List<TurnView> inherited, TurnSpans spans, int limit) throws InterruptedException {
        var found = new ArrayList<>(inherited.subList(0, Math.min(limit + 1, inherited.size())));
        if (found.size() <= limit) {
            var more = limit + 1 - found.size();
            found.addAll(read(spans.after(0, more), more));
        }
        return cut(found, limit);
    }

    private Optional<Page> pageOfInherited(Start start, Direction direction, int limit, TurnSpans spans)
            throws InterruptedException {
        var turns = direction == Direction.NEWEST_FIRST ? inherited().reversed() : inherited();
        for (var i = 0; i < turns.size(); i++) {
            if (!turns.get(i).id().equals(start.turn())) continue;
            var rest = turns.subList(start.inclusive() ? i : i + 1, turns.size());
            return Optional.of(
                    direction == Direction.NEWEST_FIRST ? cut(rest, limit) : fromTheOldest(rest, spans, limit));
        }
        return Optional.empty();
    }

    private static Page cut(List<TurnView> found, int limit) {
        return new Page(found.subList(0, Math.min(limit, found.size())), found.size() > limit);
    }

    /// The last of them tells only that there is more: it is not read.
    private List<TurnView> read(List<Span> spans, int max) throws InterruptedException {
        var turns = new ArrayList<TurnView>();
        for (var i = 0; i < spans.size(); i++) {
            var span = spans.get(i);
            if (i < max - 1) read(span).ifPresent(turns::add);
            else turns.add(new TurnView(span.turn(), Instant.EPOCH, List.of(), Optional.empty()));
        }
        return turns;
    }

    public Optional<TurnView> turn(TurnId turn) throws InterruptedException {
        var span = operations.spans(thread.id()).find(turn);
        if (span.isPresent()) return read(span.get());
        return inherited().stream().filter(view -> view.id().equals(turn)).findFirst();
    }

    private Optional<TurnView> read(Span span) throws InterruptedException {
        var fold = ViewFold.ofItems(thread.setup().cwd());
        var builder = new ThreadViewBuilder();
        var seq = span.first() - 1;
        for (var page = page(seq, span.last()); !page.isEmpty(); page = page(seq, span.last())) {
            var own = page.stream()
                    .filter(logged -> logged.turn().equals(span.turn()))
                    .toList();
            for (var event : resolver.resolve(own)) builder.apply(event.logged().seq(), fold.after(event));
            seq = page.getLast().seq();
        }
        return builder.turns().stream().findFirst();
    }

    /// Turns that were over before the thread began: their cards are here, their log is not.
    private List<TurnView> inherited() {
        if (thread.forkedFrom().isEmpty() && !thread.source().equals(IMPORTED)) return List.of();
        var fold = ViewFold.ofItems(thread.setup().cwd());
        var builder = new ThreadViewBuilder();
        for (var card : operations.inherited(thread.id())) builder.apply(0, fold.inherited(card));
        builder.apply(0, fold.endInherited());
        return builder.turns();
    }
}
