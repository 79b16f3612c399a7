package dev.pawl.store;

import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.json.BadJson;
import dev.pawl.json.EventCodec;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// Rows of `events`, numbered without a gap, each with a checksum that is compared when it is
/// read. SQL: `sql/*/event.sql`.
final class EventTable {
    private final Session session;

    EventTable(Session session) {
        this.session = session;
    }

    void insert(List<LoggedEvent> events) {
        session.rows("event.insert", "", events.stream().map(EventTable::values).toList());
    }

    private static Values values(LoggedEvent logged) {
        var type = EventCodec.type(logged.event());
        var body = EventCodec.write(logged.event());
        return Values.of("agent", logged.agent().value())
                .number("seq", logged.seq())
                .text("turn", logged.turn().value())
                .number("epoch", logged.epoch().value())
                .time("at", logged.at())
                .text("type", type)
                .text("body", body)
                .number("crc", Checksums.event(logged.agent().value(), logged.seq(), type, body));
    }

    List<LoggedEvent> after(AgentId agent, long seq, int max) {
        var values = Values.of("agent", agent.value()).number("seq", seq).number("max", max);
        var events = session.list(new Query<>("event.after", values, EventTable::event));
        var next = seq + 1;
        for (var event : events) {
            if (event.seq() != next) throw Checksums.damaged("event " + next, agent.value(), null);
            next++;
        }
        return events;
    }

    List<LoggedEvent> marksBefore(AgentId agent, TurnMark mark, long seq, int max) {
        return session.list(new Query<>("event.marks_before", marks(agent, mark, seq, max), EventTable::event));
    }

    List<LoggedEvent> marksAfter(AgentId agent, TurnMark mark, long seq, int max) {
        return session.list(new Query<>("event.marks_after", marks(agent, mark, seq, max), EventTable::event));
    }

    private static Values marks(AgentId agent, TurnMark mark, long seq, int max) {
        return Values.of("agent", agent.value())
                .text("type", EventCodec.type(mark))
                .number("seq", seq)
                .number("max", max);
    }

    List<LoggedEvent> marksOf(AgentId agent, TurnId turn) {
        var values = Values.of("agent", agent.value()).text("turn", turn.value());
        return session.list(new Query<>("event.marks_of", values, EventTable::event));
    }

    /// Events nobody marked as published, each agent's in order.
    List<LoggedEvent> unpublished(int max) {
        return session.list(new Query<>("event.unpublished", Values.none().number("max", max), EventTable::event));
    }

    List<LoggedEvent> uses(AgentId agent) {
        return session.list(new Query<>("event.uses", Values.of("agent", agent.value()), EventTable::event));
    }

    List<LoggedEvent> usesSince(Instant since) {
        var values = Values.none().time("since", since);
        var all = new ArrayList<>(session.list(new Query<>("event.counted_before", values, EventTable::event)));
        all.addAll(session.list(new Query<>("event.uses_since", values, EventTable::event)));
        return all;
    }

    static LoggedEvent event(Row row) throws SQLException {
        var agent = row.text("agent_id");
        var seq = row.number("seq");
        var type = row.text("type");
        var body = row.text("body");
        if (Checksums.event(agent, seq, type, body) != row.number("crc")) {
            throw Checksums.damaged("event " + seq, agent, null);
        }
        try {
            return new LoggedEvent(
                    new AgentId(agent),
                    seq,
                    new TurnId(row.text("agent_turn_id")),
                    new Epoch(row.number("turn_epoch")),
                    row.time("at"),
                    EventCodec.read(type, body));
        } catch (BadJson unreadable) {
            throw Checksums.damaged("event " + seq, agent, unreadable);
        }
    }
}
