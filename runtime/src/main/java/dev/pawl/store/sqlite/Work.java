package dev.pawl.store.sqlite;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.HeadCache;
import dev.pawl.store.JdbcRows;
import dev.pawl.store.sql.SqlTrouble;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// One caller's work: done by whoever has the pen, and answered after the commit.
final class Work<T> {
    private final Function<Rows, T> work;
    private final CountDownLatch over = new CountDownLatch(1);
    private Set<Bell> bells = Set.of();
    private boolean usedCache;
    private @Nullable T result;
    private @Nullable Throwable failure;

    Work(Function<Rows, T> work) {
        this.work = work;
    }

    /// With nothing recalled. What it throws undoes it alone; an error of the store undoes the
    /// whole transaction.
    void runApart(SqliteConnection connection, Instant now, HeadCache headCache) throws SQLException {
        connection.run("tx.save");
        if (!run(connection, now, headCache, false)) connection.run("tx.undo");
        connection.run("tx.release");
    }

    /// Whether it may have failed because of a head that was recalled and had moved.
    boolean usedCache() {
        return usedCache;
    }

    /// Whether it went well. If not, what it wrote must be undone.
    boolean run(SqliteConnection connection, Instant now, HeadCache headCache, boolean mayRecall) throws SQLException {
        result = null;
        failure = null;
        bells = Set.of();
        var rows = new JdbcRows(new DirectSession(connection, now), headCache, mayRecall);
        var stands = false;
        try {
            result = work.apply(rows);
            bells = rows.bells();
            stands = true;
            return true;
        } catch (SqlTrouble trouble) {
            if (!SqliteErrors.isBroken(trouble.trouble())) throw trouble.trouble();
            failure = new IllegalStateException("the schema refused a write: " + trouble.getMessage(), trouble);
        } catch (RuntimeException | Error thrown) {
            failure = thrown;
        } finally {
            usedCache = rows.usedCache();
            rows.settle(stands);
        }
        return false;
    }

    Set<Bell> bells() {
        return bells;
    }

    /// Lets the caller go on with what came out.
    void answer() {
        over.countDown();
    }

    void fail(Throwable reason) {
        failure = reason;
        bells = Set.of();
        over.countDown();
    }

    /// Waits through interrupts: the commit is under way, and its outcome belongs to the caller.
    T await() {
        var interrupted = false;
        try {
            while (true) {
                try {
                    over.await();
                    return outcome();
                } catch (InterruptedException again) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    @SuppressWarnings("NullAway") // the work itself may answer null
    private T outcome() {
        if (failure instanceof RuntimeException thrown) throw thrown;
        if (failure instanceof Error thrown) throw thrown;
        return result;
    }
}
