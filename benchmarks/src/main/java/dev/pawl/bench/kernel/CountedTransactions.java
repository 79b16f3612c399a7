package dev.pawl.bench.kernel;

import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Transactions;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/// A store whose transactions are counted: those that may write, and those that only read.
final class CountedTransactions implements Transactions {
    private final Transactions store;
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong reads = new AtomicLong();

    CountedTransactions(Transactions store) {
        this.store = store;
    }

    @Override
    public <T> T commit(Function<Books, T> work) {
        commits.incrementAndGet();
        return store.commit(work);
    }

    @Override
    public <T> T read(Function<Books, T> work) {
        reads.incrementAndGet();
        return store.read(work);
    }

    @Override
    public boolean isSerial() {
        return store.isSerial();
    }

    long commits() {
        return commits.get();
    }

    long reads() {
        return reads.get();
    }

    @Override
    public void close() {
        store.close();
    }
}
