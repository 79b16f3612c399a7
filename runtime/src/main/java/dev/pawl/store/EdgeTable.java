package dev.pawl.store;

import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.LoggedEdge;
import dev.pawl.store.sql.Row;
import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.sql.SQLException;
import java.util.List;

/// Rows of `execution_edges`. SQL: `sql/common/edge.sql`.
final class EdgeTable {
    private final Session session;
    private final StoreClock clock;

    EdgeTable(Session session, StoreClock clock) {
        this.session = session;
        this.clock = clock;
    }

    void insert(Edge edge) {
        session.write(
                "edge.insert",
                Values.of("source", edge.source())
                        .word("primitive", edge.primitive())
                        .word("phase", edge.phase())
                        .text("agent", edge.agent().value())
                        .text("turn", edge.turn().value())
                        .text("correlation", edge.correlation())
                        .number("depth", edge.depth())
                        .time("now", clock.now()));
    }

    List<Edge> of(AgentId agent) {
        return session.list(new Query<>("edge.of", Values.of("agent", agent.value()), EdgeTable::edge));
    }

    List<LoggedEdge> trace(AgentId agent) {
        return session.list(new Query<>(
                "edge.trace",
                Values.of("agent", agent.value()),
                row -> new LoggedEdge(edge(row), row.time("created_at"))));
    }

    private static Edge edge(Row row) throws SQLException {
        return new Edge(
                row.word(Edge.Primitive.class, "primitive"),
                row.word(Edge.Phase.class, "edge_phase"),
                row.text("source_agent_id"),
                new AgentId(row.text("target_agent_id")),
                new TurnId(row.text("target_agent_turn_id")),
                row.text("correlation_id"),
                (int) row.number("recursion_depth"));
    }
}
