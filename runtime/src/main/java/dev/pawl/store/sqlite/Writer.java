package dev.pawl.store.sqlite;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.store.HeadCache;
import dev.pawl.store.sql.Micros;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The one pen of this process. Its thread takes all works that wait, does them in one transaction,
/// and answers their callers after its commit. A caller who finds nobody waiting and the pen free
/// writes at once: two changes of thread are most of the time a lone command would wait. Virtual
/// threads never do, because the disk would hold their carrier.
final class Writer implements Runnable {
    private static final int MOST = 256;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long SHORTEST_NAP = 200_000;
    private static final long LONGEST_NAP = 2_000_000;

    private final SqliteOpener opener;
    private final Doorbell doorbell;
    private final InstantSource clock;
    // Holds at most one work of each caller, who waits for it.
    private final BlockingQueue<Work<?>> queue = new LinkedBlockingQueue<>();
    private final Work<Boolean> last = new Work<>(_ -> true);
    private final AtomicLong commits = new AtomicLong();
    private final Thread thread;
    private final ReentrantLock pen = new ReentrantLock();
    /// Of whoever has the pen.
    private @Nullable SqliteConnection connection;
    /// Of whoever has the pen, too.
    private final HeadCache headCache = new HeadCache(true);
    private @Nullable StoreFailure stopped;

    Writer(SqliteOpener opener, SqliteConnection first, Doorbell doorbell, InstantSource clock) {
        this.opener = opener;
        this.connection = first;
        this.doorbell = doorbell;
        this.clock = clock;
        thread = Thread.ofPlatform().name("pawl-sqlite-writer").daemon(true).unstarted(this);
    }

    void start() {
        thread.start();
    }

    long commits() {
        return commits.get();
    }

    <T> T commit(Work<T> work) {
        if (!wroteAtOnce(work)) submit(work);
        return work.await();
    }

    private boolean wroteAtOnce(Work<?> work) {
        if (Thread.currentThread().isVirtual() || !queue.isEmpty() || !pen.tryLock()) return false;
        var interrupted = Thread.interrupted(); // the commit is not to be cut short
        try {
            synchronized (this) {
                if (stopped != null) throw stopped;
            }
            commit(List.of(work));
            return true;
        } finally {
            pen.unlock();
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private synchronized void submit(Work<?> work) {
        if (stopped != null) throw stopped;
        queue.add(work);
    }

    /// Does what was submitted before, then ends.
    void close() {
        synchronized (this) {
            if (stopped == null) queue.add(last);
            stopped = new StoreFailure("the store is closed");
        }
        last.await();
    }

    @Override
    public void run() {
        var batch = new ArrayList<Work<?>>();
        try {
            var ends = false;
            while (!ends) {
                batch.add(queue.take());
                queue.drainTo(batch, MOST - 1);
                ends = batch.remove(last);
                if (!batch.isEmpty()) write(batch);
                batch.clear(); // answered: they are their callers' again
            }
            end(batch, new StoreFailure("the store is closed"));
        } catch (InterruptedException interrupted) {
            end(batch, new StoreFailure("the store's writer was interrupted", interrupted));
        } catch (RuntimeException | Error died) {
            end(batch, new StoreFailure("the store's writer stopped: " + died, died));
        }
    }

    private void write(List<Work<?>> batch) {
        pen.lock();
        try {
            commit(batch);
        } finally {
            pen.unlock();
        }
    }

    private void end(List<Work<?>> batch, StoreFailure reason) {
        synchronized (this) {
            stopped = reason;
            queue.drainTo(batch);
        }
        pen.lock();
        try {
            drop();
        } finally {
            pen.unlock();
            batch.forEach(work -> work.fail(reason));
            last.answer();
        }
    }

    private void commit(List<Work<?>> batch) {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        for (var mayRecall = true; ; mayRecall = false) {
            try {
                transact(batch, deadline, mayRecall);
                break;
            } catch (SQLException trouble) {
                drop();
                if (!SqliteErrors.isTransient(trouble) || System.nanoTime() > deadline) {
                    var failure = SqliteErrors.explain(opener.name(), trouble);
                    batch.forEach(work -> work.fail(failure));
                    return;
                }
                nap();
            }
        }
        var bells = new LinkedHashSet<Bell>();
        batch.forEach(work -> bells.addAll(work.bells()));
        bells.forEach(doorbell::ring);
        batch.forEach(Work::answer);
    }

    /// @param mayRecall false when it is done again: what was recalled may be why
    private void transact(List<Work<?>> batch, long deadline, boolean mayRecall) throws SQLException {
        var open = connection;
        if (open == null) {
            open = opener.writer();
            connection = open;
        }
        begin(open, deadline);
        var now = Micros.trim(clock.instant());
        if (!runAll(batch, open, now, mayRecall)) {
            open.run("tx.rollback");
            headCache.clear();
            if (batch.size() == 1 && !batch.getFirst().usedCache()) return;
            begin(open, deadline);
            for (var work : batch) work.runApart(open, now, headCache);
        }
        open.run("tx.commit");
        commits.incrementAndGet();
    }

    /// Mostly all go well. If one throws, all are done again, each inside a savepoint: that costs
    /// more than the rare second time.
    private boolean runAll(List<Work<?>> batch, SqliteConnection open, Instant now, boolean mayRecall)
            throws SQLException {
        for (var work : batch) if (!work.run(open, now, headCache, mayRecall)) return false;
        return true;
    }

    private static void begin(SqliteConnection open, long deadline) throws SQLException {
        while (true) {
            try {
                open.run("tx.begin");
                return;
            } catch (SQLException trouble) {
                if (!SqliteErrors.isBusy(trouble) || System.nanoTime() > deadline) throw trouble;
                nap();
            }
        }
    }

    private static void nap() {
        var random = ThreadLocalRandom.current();
        LockSupport.parkNanos(random.nextLong(SHORTEST_NAP, LONGEST_NAP));
    }

    /// A connection in an unknown state is of no more use; closing it undoes what was not
    /// committed.
    private void drop() {
        headCache.clear();
        var gone = connection;
        connection = null;
        if (gone == null) return;
        try {
            gone.close();
        } catch (SQLException _) {
            // It is gone either way.
        }
    }
}
