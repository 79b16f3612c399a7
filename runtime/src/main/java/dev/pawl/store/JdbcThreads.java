package dev.pawl.store;

import dev.pawl.id.ThreadId;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Threads in a database. Safe for use by many threads.
public final class JdbcThreads implements Threads {
    private final Transactions store;

    /// The transactions must be of a database: they open [JdbcRows].
    public JdbcThreads(Transactions store) {
        this.store = store;
    }

    @Override
    public void add(ChatThread thread) {
        change(table -> table.insert(thread));
    }

    @Override
    public void rename(ThreadId id, String title, Instant now) {
        change(table -> table.rename(id, title, now));
    }

    @Override
    public void shelve(ThreadId id, boolean archived, Instant now) {
        change(table -> table.shelve(id, archived, now));
    }

    @Override
    public void setUp(ThreadId id, Setup setup, Instant now) {
        change(table -> table.setUp(id, setup, now));
    }

    private void change(Consumer<ThreadTable> writing) {
        store.commit(rows -> {
            writing.accept(((JdbcRows) rows).threads());
            return true;
        });
    }

    @Override
    public Optional<ChatThread> find(ThreadId id) {
        return store.read(rows -> ((JdbcRows) rows).threads().find(id));
    }

    @Override
    public Page page(Threads.Query query) {
        return store.read(rows -> ((JdbcRows) rows).threads().page(query));
    }

    @Override
    public String preview(ThreadId id) {
        return store.read(rows -> ((JdbcRows) rows).threads().preview(id));
    }

    @Override
    public List<ThreadId> children(ThreadId id) {
        return store.read(rows -> ((JdbcRows) rows).threads().children(id));
    }

    @Override
    public long size(ThreadId id) {
        return store.read(rows -> ((JdbcRows) rows).threads().size(id));
    }

    @Override
    public void remove(ThreadId id) {
        change(table -> table.remove(id));
    }

    @Override
    public void grant(ThreadId thread, Grant grant) {
        change(table -> table.grant(thread, grant));
    }

    @Override
    public List<Grant> grants(ThreadId thread) {
        return store.read(rows -> ((JdbcRows) rows).threads().grants(thread));
    }

    @Override
    public void pin(ThreadId thread, Map<String, String> pins) {
        change(table -> pins.forEach((name, pin) -> table.pin(thread, name, pin)));
    }

    @Override
    public void repin(ThreadId thread, String name, String pin) {
        change(table -> table.repin(thread, name, pin));
    }

    @Override
    public Map<String, String> pins(ThreadId thread) {
        return store.read(rows -> ((JdbcRows) rows).threads().pins(thread));
    }

    @Override
    public int revoke(ThreadId thread) {
        return store.commit(rows -> {
            var granted = ((JdbcRows) rows).threads().grants(thread).size();
            if (granted > 0) ((JdbcRows) rows).threads().revoke(thread);
            return granted;
        });
    }

    @Override
    public String note(ThreadId thread, String name, UnaryOperator<String> change) {
        return store.commit(rows -> ((JdbcRows) rows).threads().note(thread, name, change));
    }

    @Override
    public Map<String, String> notes(ThreadId thread) {
        return store.read(rows -> ((JdbcRows) rows).threads().notes(thread));
    }

    @Override
    public Map<ThreadId, String> noted(String name) {
        return store.read(rows -> ((JdbcRows) rows).threads().noted(name));
    }
}
