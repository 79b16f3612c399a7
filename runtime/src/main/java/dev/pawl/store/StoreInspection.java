package dev.pawl.store;

import dev.pawl.card.Card;
import dev.pawl.event.StoreDown;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.sql.SqlDialect;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// Compares every record of a database with its checksum, and reads a damaged thread as far as it
/// can be read. Writes nothing. The transactions must be of a database: they open [JdbcRows].
public final class StoreInspection {
    private static final int PAGE = 500;
    private static final int MOST_MISSING = 1_000;

    private final Transactions store;
    private final SqlDialect dialect;

    public StoreInspection(Transactions store, SqlDialect dialect) {
        this.store = store;
        this.dialect = dialect;
    }

    /// One thing that is not what was written.
    ///
    /// @param thread empty when the store's own file is damaged, or the thread is not known
    public record Damage(String thread, String what) {}

    /// @param records how many were compared
    public record Report(long records, List<Damage> damage) {}

    /// A history without the cards that cannot be read.
    public record Salvage(List<Card> cards, int lost) {}

    private <T> T read(Function<InspectTable, T> question) {
        return store.read(rows -> question.apply(((JdbcRows) rows).inspection()));
    }

    /// Whether the database file is well formed. PostgreSQL looks after its own.
    public List<Damage> file() {
        if (dialect != SqlDialect.SQLITE) return List.of();
        var found = new ArrayList<Damage>();
        for (var line : guarded(() -> read(InspectTable::fileErrors), found)) {
            if (!line.equals("ok")) found.add(new Damage("", line));
        }
        return found;
    }

    /// Everything: the file, each event, each card, each place of a card.
    public Report all() {
        var found = new ArrayList<>(file());
        var records = events(found) + cards(found);
        for (var missing : guarded(() -> read(table -> table.missing(MOST_MISSING)), found)) {
            found.add(new Damage(missing.agent(), "card " + missing.card() + " is missing"));
        }
        return new Report(records, found);
    }

    private long events(List<Damage> found) {
        long records = 0;
        var after = "";
        while (true) {
            var last = after;
            var heads = guarded(() -> read(table -> table.heads(last, PAGE)), found);
            for (var head : heads) records += events(head, found);
            if (heads.size() < PAGE) return records;
            after = heads.getLast().agent();
        }
    }

    private long events(InspectTable.Head head, List<Damage> found) {
        long seq = 0;
        while (seq < head.lastSeq()) {
            var after = seq;
            var page = guarded(() -> read(table -> table.events(head.agent(), after, PAGE)), found);
            for (var event : page) {
                if (event.seq() > head.lastSeq()) return seq; // written since the head was read
                if (event.seq() != seq + 1) found.add(missing(head.agent(), seq + 1, event.seq() - 1));
                if (!event.whole()) found.add(new Damage(head.agent(), "event " + event.seq() + " is damaged"));
                seq = event.seq();
            }
            if (page.isEmpty()) {
                found.add(missing(head.agent(), seq + 1, head.lastSeq()));
                return seq;
            }
        }
        return seq;
    }

    private static Damage missing(String agent, long first, long last) {
        return new Damage(
                agent,
                first == last ? "event " + first + " is missing" : "events " + first + " to " + last + " are missing");
    }

    private long cards(List<Damage> found) {
        long records = 0;
        long after = 0;
        while (true) {
            var last = after;
            var page = guarded(() -> read(table -> table.cards(last, PAGE)), found);
            for (var card : page) {
                if (!card.whole()) found.add(new Damage(card.agent(), "card " + card.id() + " is damaged"));
            }
            records += page.size();
            if (page.size() < PAGE) return records;
            after = page.getLast().key();
        }
    }

    /// What is left of a thread's history, in order.
    public Salvage salvage(ThreadId thread) {
        var history = read(table -> table.history(thread.value()));
        var whole = history.stream().flatMap(Optional::stream).toList();
        return new Salvage(whole, history.size() - whole.size());
    }

    private interface Reading<T> {
        List<T> read();
    }

    private static <T> List<T> guarded(Reading<T> reading, List<Damage> found) {
        try {
            return reading.read();
        } catch (StoreDown unreadable) {
            found.add(new Damage("", String.valueOf(unreadable.getMessage())));
            return List.of();
        }
    }
}
