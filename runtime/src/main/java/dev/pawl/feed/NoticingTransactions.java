package dev.pawl.feed;

import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.books.Transactions;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Notices, after each commit, whose logs have grown, so that watchers in the same process need not
/// wait for their next look.
public final class NoticingTransactions implements Transactions {
    private final Transactions store;
    private final Consumer<AgentId> grown;

    public NoticingTransactions(Transactions store, Consumer<AgentId> grown) {
        this.store = store;
        this.grown = grown;
    }

    @Override
    public <T> T commit(Function<Books, T> work) {
        var agents = new LinkedHashSet<AgentId>();
        var answer = store.commit(books -> {
            // Done again from the start, perhaps: only the last time counts.
            agents.clear();
            return work.apply(new NoticingBooks(books, agents));
        });
        agents.forEach(grown);
        return answer;
    }

    @Override
    public boolean isSerial() {
        return store.isSerial();
    }

    @Override
    public <T> T read(Function<Books, T> work) {
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

    private record NoticingBooks(Books books, Set<AgentId> agents) implements Books, Books.Log {
        @Override
        public Instant now() {
            return books.now();
        }

        @Override
        public Heads heads() {
            return books.heads();
        }

        @Override
        public Inbox inbox() {
            return books.inbox();
        }

        @Override
        public Turns turns() {
            return books.turns();
        }

        @Override
        public Waits waits() {
            return books.waits();
        }

        @Override
        public Cards cards() {
            return books.cards();
        }

        @Override
        public Log log() {
            return this;
        }

        @Override
        public void erase(AgentId agent) {
            books.erase(agent);
        }

        @Override
        public void foresee(Look... ahead) {
            books.foresee(ahead);
        }

        @Override
        public void ring(Bell bell) {
            books.ring(bell);
        }

        @Override
        public void add(List<LoggedEvent> events) {
            for (var event : events) agents.add(event.agent());
            books.log().add(events);
        }

        @Override
        public List<LoggedEvent> after(AgentId agent, long seq, int max) {
            return books.log().after(agent, seq, max);
        }

        @Override
        public void add(Edge edge) {
            books.log().add(edge);
        }

        @Override
        public List<Edge> edges(AgentId agent) {
            return books.log().edges(agent);
        }

        @Override
        public void send(RemoteCall call) {
            books.log().send(call);
        }
    }
}
