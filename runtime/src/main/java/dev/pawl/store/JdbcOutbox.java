package dev.pawl.store;

import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.kernel.rows.Transactions;
import java.util.List;

/// What has yet to leave a database. Safe for use by many threads.
public final class JdbcOutbox implements Outbox {
    private final Transactions store;

    /// The transactions must be of a database: they open [JdbcRows].
    public JdbcOutbox(Transactions store) {
        this.store = store;
    }

    @Override
    public List<LoggedEvent> events(int max) {
        return store.read(rows -> ((JdbcRows) rows).unpublished(max));
    }

    @Override
    public void published(AgentId agent, long seq) {
        store.commit(rows -> {
            ((JdbcRows) rows).published(agent, seq);
            return seq;
        });
    }

    @Override
    public List<RemoteCall> calls(int max) {
        return store.read(rows -> ((JdbcRows) rows).calls(max));
    }

    @Override
    public void sent(RemoteCall call) {
        store.commit(rows -> {
            ((JdbcRows) rows).sent(call);
            return call;
        });
    }
}
