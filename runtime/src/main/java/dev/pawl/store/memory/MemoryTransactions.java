package dev.pawl.store.memory;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.Transactions;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// One transaction at a time over tables in memory. Safe for use by many threads.
public final class MemoryTransactions implements Transactions, Outbox {
    private final ReentrantLock lock = new ReentrantLock();
    private final MemoryTables tables = new MemoryTables();
    private final InstantSource clock;
    private final Doorbell doorbell;

    public MemoryTransactions(InstantSource clock, Doorbell doorbell) {
        this.clock = clock;
        this.doorbell = doorbell;
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        return locked(work);
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
        return locked(work);
    }

    private <T> T locked(Function<Rows, T> work) {
        MemoryRows rows;
        T answer;
        lock.lock();
        try {
            rows = new MemoryRows(tables, clock.instant());
            answer = rows.run(work);
        } finally {
            lock.unlock();
        }
        rows.bells().forEach(doorbell::ring);
        return answer;
    }

    /// What an agent's cards hold, in the order they were written.
    List<Item> written(AgentId agent) {
        lock.lock();
        try {
            return tables.cards.values().stream()
                    .filter(card -> card.origin().agent().equals(agent))
                    .map(Card::item)
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    /// The agents that this one has called.
    List<AgentId> called(AgentId agent) {
        lock.lock();
        try {
            return tables.edges.stream()
                    .filter(edge -> edge.primitive() == Edge.Primitive.ENQUEUE)
                    .filter(edge ->
                            edge.source().equals(agent.value()) && !edge.agent().equals(agent))
                    .map(Edge::agent)
                    .distinct()
                    .toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<LoggedEvent> events(int max) {
        lock.lock();
        try {
            var found = new ArrayList<LoggedEvent>();
            for (var each : tables.events.entrySet()) {
                var from = tables.published.getOrDefault(each.getKey(), 0L).intValue();
                var list = each.getValue();
                found.addAll(list.subList(from, Math.min(list.size(), from + max - found.size())));
                if (found.size() >= max) break;
            }
            return found;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void published(AgentId agent, long seq) {
        lock.lock();
        try {
            tables.published.merge(agent, seq, Math::max);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<RemoteCall> calls(int max) {
        lock.lock();
        try {
            return tables.outbox.values().stream().limit(max).toList();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void sent(RemoteCall call) {
        lock.lock();
        try {
            tables.outbox.remove(call.need().call());
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {}
}
