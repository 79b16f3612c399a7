package dev.pawl.bench.kernel;

import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.Transactions;
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
    public <T> T commit(Function<Rows, T> work) {
        commits.incrementAndGet();
        return store.commit(work);
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
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
