package dev.pawl.store;

import dev.pawl.kernel.Edge;

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
}
