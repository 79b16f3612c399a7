package dev.pawl.store;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.json.LetterCodec;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.PendingRows;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Rows of `turn_waiting_tools`. SQL: `sql/common/wait.sql`.
///
/// The waits that came with a head's lock are remembered: until the transaction changes them,
/// nobody else can.
final class WaitTable implements Rows.Waits {
    private final Session session;
    private final Map<AgentId, PendingRows<Wait>> known = new HashMap<>();

    WaitTable(Session session) {
        this.session = session;
    }

    /// Only for who holds the head's lock, or asks for it in the same breath.
    void prefetch(AgentId agent) {
        known.put(agent, ask(agent));
    }

    /// The waits of a head that is locked.
    List<Wait> ofLocked(AgentId agent) {
        return known.computeIfAbsent(agent, this::ask).get();
    }

    private PendingRows<Wait> ask(AgentId agent) {
        return session.ask(new Query<>("wait.of", Values.of("agent", agent.value()), WaitTable::wait));
    }

    @Override
    public List<Wait> of(AgentId agent) {
        var remembered = known.get(agent);
        return (remembered != null ? remembered : ask(agent)).get();
    }

    @Override
    public List<AgentId> waitingFor(String answerer, int max) {
        return session.list(new Query<>(
                "wait.waiting_for",
                Values.of("answerer", answerer).number("max", max),
                row -> new AgentId(row.text("agent_id"))));
    }

    @Override
    public void insert(AgentId agent, List<Wait> waits) {
        known.remove(agent);
        var rows = new ArrayList<Values>();
        for (var wait : waits) rows.add(values(agent, wait).number("position", rows.size()));
        session.rows("wait.insert", agent.value(), rows);
    }

    private static Values values(AgentId agent, Wait wait) {
        return Values.of("agent", agent.value())
                .text("call", wait.call().value())
                .text("turn", wait.turn().value())
                .number("epoch", wait.epoch().value())
                .text("step", wait.step().value())
                .text("answerer", wait.need().answerer())
                .text("need", LetterCodec.write(wait.need()))
                .time("since", wait.since())
                .time("deadline", wait.deadline());
    }

    @Override
    public void remove(AgentId agent, Set<CallId> calls) {
        known.remove(agent);
        for (var call : calls) {
            session.write("wait.remove", Values.of("agent", agent.value()).text("call", call.value()));
        }
    }

    @Override
    public void clear(AgentId agent) {
        var remembered = known.put(agent, PendingRows.of(List.of()));
        if (remembered == null || !remembered.isIn() || !remembered.get().isEmpty()) {
            session.write("wait.clear", Values.of("agent", agent.value()));
        }
    }

    private static Wait wait(Row row) throws SQLException {
        return new Wait(
                new TurnId(row.text("agent_turn_id")),
                new Epoch(row.number("turn_epoch")),
                new StepId(row.text("step_id")),
                LetterCodec.need(row.text("need")),
                row.time("created_at"),
                row.time("deadline_at"));
    }
}
