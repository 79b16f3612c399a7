package dev.pawl.store;

import dev.pawl.id.ThreadId;
import dev.pawl.kernel.books.Transactions;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.util.List;
import java.util.Optional;

/// Threads in a database. Safe for use by many threads.
public final class JdbcThreads implements Threads {
    private final Transactions store;

    /// The transactions must be of a database: they open [JdbcBooks].
    public JdbcThreads(Transactions store) {
        this.store = store;
    }

    @Override
    public void add(ChatThread thread) {
        store.commit(books -> {
            ((JdbcBooks) books).threads().insert(thread);
            return thread;
        });
    }

    @Override
    public void save(ChatThread thread) {
        store.commit(books -> {
            ((JdbcBooks) books).threads().save(thread);
            return thread;
        });
    }

    @Override
    public Optional<ChatThread> find(ThreadId id) {
        return store.read(books -> ((JdbcBooks) books).threads().find(id));
    }

    @Override
    public Page page(Threads.Query query) {
        return store.read(books -> ((JdbcBooks) books).threads().page(query));
    }

    @Override
    public List<ThreadId> children(ThreadId id) {
        return store.read(books -> ((JdbcBooks) books).threads().children(id));
    }

    @Override
    public long size(ThreadId id) {
        return store.read(books -> ((JdbcBooks) books).threads().size(id));
    }

    @Override
    public void remove(ThreadId id) {
        store.commit(books -> {
            ((JdbcBooks) books).threads().remove(id);
            return id;
        });
    }
}
