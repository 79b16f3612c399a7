package dev.pawl.store;

import dev.pawl.card.Item;
import dev.pawl.card.Usage;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.rows.Transactions;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Answers what people ask about a store: where something was said, what a turn consists of, what
/// was used. Writes nothing. A store in memory that is no database answers with nothing. Safe for
/// use by many threads.
public final class StoreReports {
    private static final int MOST_LINES = 2000;
    private static final int MOST_TURNS = 20_000;

    private final Transactions store;

    public StoreReports(Transactions store) {
        this.store = store;
    }

    /// A card in which a text was found.
    ///
    /// @param place where the next page begins
    /// @param item  the call of a call or a result, else the card
    /// @param what  what it carries; nothing when it is damaged
    public record Found(
            long place, ThreadId thread, String title, TurnId turn, String item, Optional<Item> what, Instant at) {}

    public record LetterLine(
            String id,
            String kind,
            String state,
            long epoch,
            String call,
            String claimedBy,
            Instant createdAt,
            Instant updatedAt) {}

    public record CardLine(String id, String type, long epoch, String step, String call, long bytes, Instant at) {}

    public record EdgeLine(
            String primitive, String phase, String source, String target, String call, long depth, Instant at) {}

    /// What one step used.
    public record TokensLine(ThreadId thread, String model, Instant at, Usage usage) {}

    /// @param outcome     empty while it is under way
    /// @param deliverable of a failed turn
    public record TurnLine(
            ThreadId thread, TurnId turn, String outcome, Optional<Item> deliverable, Instant createdAt) {}

    private <T> List<T> read(Function<ReportTable, List<T>> question) {
        return store.read(rows -> rows instanceof JdbcRows jdbc ? question.apply(jdbc.reports()) : List.of());
    }

    /// Newest first.
    ///
    /// @param before the place of the last one that is known, or [Long#MAX_VALUE]
    public List<Found> search(String text, long before, int max) {
        return read(table -> table.search(text, before, max));
    }

    public List<LetterLine> letters(ThreadId thread, TurnId turn) {
        return read(table -> table.letters(thread, turn));
    }

    public List<CardLine> cards(ThreadId thread, TurnId turn) {
        return read(table -> table.cards(thread, turn, MOST_LINES));
    }

    public List<EdgeLine> edges(ThreadId thread, TurnId turn) {
        return read(table -> table.edges(thread, turn));
    }

    /// The turn's log without its items.
    public List<LoggedEvent> events(ThreadId thread, TurnId turn) {
        return read(table -> table.events(thread, turn, MOST_LINES));
    }

    /// Oldest first; of one thread or of all.
    public List<TokensLine> tokens(Optional<ThreadId> thread, Instant since) {
        return read(table -> table.tokens(thread, since));
    }

    /// The names of the tools that were called since then, one for each call; of one thread or of
    /// all.
    public List<String> calls(Optional<ThreadId> thread, Instant since) {
        return read(table -> table.calls(thread, since));
    }

    /// Those that began since then, oldest first.
    public List<TurnLine> turns(Instant since) {
        return read(table -> table.turns(since, MOST_TURNS));
    }
}
