package dev.pawl.feed;

import dev.pawl.event.LoggedEvent;
import dev.pawl.event.TurnMark;
import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.LoggedEdge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.Transactions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Tells, after each commit, which events it added and how long it took: watchers in the same
/// process need not wait for their next look, and counters count.
public final class NoticingTransactions implements Transactions {
    private final Transactions store;
    private final CommitListener listener;

    public NoticingTransactions(Transactions store, CommitListener listener) {
        this.store = store;
        this.listener = listener;
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        var added = new ArrayList<LoggedEvent>();
        var begun = System.nanoTime();
        var answer = store.commit(rows -> {
            // Done again from the start, perhaps: only the last time counts.
            added.clear();
            return work.apply(new NoticingRows(rows, added));
        });
        listener.committed(added, System.nanoTime() - begun);
        return answer;
    }

    @Override
    public boolean isSerial() {
        return store.isSerial();
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
        return store.read(work);
    }

    @Override
    public void reclaim() {
        store.reclaim();
    }

    @Override
    public void close() {
        store.close();
    }

    private record NoticingRows(Rows rows, List<LoggedEvent> added) implements Rows, Rows.Log {
        @Override
        public Instant now() {
            return rows.now();
        }

        @Override
        public Heads heads() {
            return rows.heads();
        }

        @Override
        public Inbox inbox() {
            return rows.inbox();
        }

        @Override
        public Turns turns() {
            return rows.turns();
        }

        @Override
        public Waits waits() {
            return rows.waits();
        }

        @Override
        public Cards cards() {
            return rows.cards();
        }

        @Override
        public Log log() {
            return this;
        }

        @Override
        public void erase(AgentId agent) {
            rows.erase(agent);
        }

        @Override
        public void prefetch(Prefetch... ahead) {
            rows.prefetch(ahead);
        }

        @Override
        public void ring(Bell bell) {
            rows.ring(bell);
        }

        @Override
        public void add(List<LoggedEvent> events) {
            added.addAll(events);
            rows.log().add(events);
        }

        @Override
        public List<LoggedEvent> after(AgentId agent, long seq, int max) {
            return rows.log().after(agent, seq, max);
        }

        @Override
        public List<LoggedEvent> marksBefore(AgentId agent, TurnMark mark, long seq, int max) {
            return rows.log().marksBefore(agent, mark, seq, max);
        }

        @Override
        public List<LoggedEvent> marksAfter(AgentId agent, TurnMark mark, long seq, int max) {
            return rows.log().marksAfter(agent, mark, seq, max);
        }

        @Override
        public List<LoggedEvent> marksOf(AgentId agent, TurnId turn) {
            return rows.log().marksOf(agent, turn);
        }

        @Override
        public void add(Edge edge) {
            rows.log().add(edge);
        }

        @Override
        public List<LoggedEdge> trace(AgentId agent) {
            return rows.log().trace(agent);
        }

        @Override
        public List<LoggedEvent> uses(AgentId agent) {
            return rows.log().uses(agent);
        }

        @Override
        public List<LoggedEvent> usesSince(Instant since) {
            return rows.log().usesSince(since);
        }

        @Override
        public List<Edge> edges(AgentId agent) {
            return rows.log().edges(agent);
        }

        @Override
        public void send(RemoteCall call) {
            rows.log().send(call);
        }
    }
}
