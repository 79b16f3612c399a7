package dev.pawl.worker;

import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;

/// A store that can be held up. Whoever writes then waits, and an interrupt does not help: so it is
/// with a PostgreSQL that is out of reach.
final class HeldStore implements Transactions {
    private static final int NEVER = Integer.MAX_VALUE;

    private final Transactions store;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition released = lock.newCondition();
    private final CountDownLatch waited = new CountDownLatch(1);
    private int passing = NEVER;
    private int refusals;

    HeldStore(Transactions store) {
        this.store = store;
    }

    /// Lets that many writes through, and holds up those after them.
    void holdAfter(int writes) {
        lock.lock();
        try {
            passing = writes;
        } finally {
            lock.unlock();
        }
    }

    /// Refuses that many writes, as a disk does that is full; everything can be read.
    void refuse(int writes) {
        lock.lock();
        try {
            refusals = writes;
        } finally {
            lock.unlock();
        }
    }

    void release() {
        refuse(0);
        holdNoMore();
    }

    /// Refusals stay.
    void holdNoMore() {
        lock.lock();
        try {
            passing = NEVER;
            released.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Comes down when somebody is held up.
    CountDownLatch waited() {
        return waited;
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        pass();
        return store.commit(work);
    }

    private void pass() {
        lock.lock();
        try {
            while (passing == 0) {
                waited.countDown();
                released.awaitUninterruptibly();
            }
            if (passing != NEVER) passing--;
            if (refusals == 0) return;
            refusals--;
            throw new StoreFailure("disk full");
        } finally {
            lock.unlock();
        }
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
        return store.read(work);
    }

    @Override
    public boolean isSerial() {
        return store.isSerial();
    }

    @Override
    public void close() {
        store.close();
    }
}
