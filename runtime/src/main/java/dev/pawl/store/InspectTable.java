package dev.pawl.store;

import dev.pawl.card.Card;
import dev.pawl.event.DamagedRecord;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/// Rows as they are, read one page at a time, each with whether it is what was written. SQL:
/// `sql/*/inspect.sql`.
final class InspectTable {
    private final Session session;

    InspectTable(Session session) {
        this.session = session;
    }

    /// An agent and the number of its last event.
    record Head(String agent, long lastSeq) {}

    /// @param whole whether the bytes are what was written
    record Event(long seq, boolean whole) {}

    /// @param key where the next page begins
    /// @param agent whose it is, as far as the row itself says
    record Found(long key, String id, String agent, boolean whole) {}

    record Missing(String agent, String card) {}

    List<Head> heads(String after, int max) {
        var values = Values.of("after", after).number("max", max);
        return session.list(
                new Query<>("inspect.heads", values, row -> new Head(row.text("agent_id"), row.number("last_seq"))));
    }

    List<Event> events(String agent, long after, int max) {
        var values = Values.of("agent", agent).number("after", after).number("max", max);
        return session.list(new Query<>("inspect.events", values, InspectTable::event));
    }

    private static Event event(Row row) throws SQLException {
        var seq = row.number("seq");
        var crc = Checksums.event(row.text("agent_id"), seq, row.text("type"), row.text("body"));
        return new Event(seq, crc == row.number("crc"));
    }

    List<Found> cards(long after, int max) {
        var values = Values.none().number("after", after).number("max", max);
        return session.list(new Query<>("inspect.cards", values, row -> {
            var found = lenient(row);
            return new Found(row.number("card_no"), row.text("card_id"), row.text("agent_id"), found.isPresent());
        }));
    }

    private static Optional<Card> lenient(Row row) throws SQLException {
        try {
            return Optional.of(CardTable.card(row));
        } catch (DamagedRecord damaged) {
            return Optional.empty();
        }
    }

    /// The agent's history in order; a card that cannot be read is empty.
    List<Optional<Card>> history(String agent) {
        var values = Values.of("agent", agent).number("from", 0).number("max", Integer.MAX_VALUE);
        return session.list(new Query<>("card.of_output", values, InspectTable::lenient));
    }

    List<Missing> missing(int max) {
        var values = Values.none().number("max", max);
        return session.list(
                new Query<>("inspect.missing", values, row -> new Missing(row.text("agent_id"), row.text("card_id"))));
    }

    /// What SQLite finds wrong with its own file; `ok` alone when nothing is.
    List<String> fileErrors() {
        return session.list(new Query<>("inspect.quick_check", Values.none(), row -> row.text("quick_check")));
    }
}
