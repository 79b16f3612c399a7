package dev.pawl.store;

import dev.pawl.id.AgentId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.TurnId;
import dev.pawl.json.LetterCodec;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.util.List;

/// Rows of `outbox`: calls that have yet to leave. SQL: `sql/common/outbox.sql`.
final class OutboxTable {
    private final Session session;
    private final StoreClock clock;

    OutboxTable(Session session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    void insert(RemoteCall call) {
        var values = key(call)
                .text("need", LetterCodec.write(call.need()))
                .text("card", call.card().value())
                .time("now", clock.now());
        session.rows("outbox.insert", "", List.of(values));
    }

    List<RemoteCall> calls(int max) {
        return session.list(new Query<>("outbox.calls", Values.none().number("max", max), OutboxTable::call));
    }

    void delete(RemoteCall call) {
        session.write("outbox.sent", key(call));
    }

    private static Values key(RemoteCall call) {
        return Values.of("agent", call.gate().agent().value())
                .text("turn", call.gate().turn().value())
                .number("epoch", call.gate().epoch().value())
                .text("call", call.need().call().value());
    }

    private static RemoteCall call(Row row) throws SQLException {
        var gate = new Gate(
                new AgentId(row.text("agent_id")),
                new TurnId(row.text("agent_turn_id")),
                new Epoch(row.number("turn_epoch")));
        return new RemoteCall(gate, LetterCodec.need(row.text("need")), new CardId(row.text("card_id")));
    }
}
