package dev.pawl.store.sqlite;

import dev.pawl.kernel.rows.Rows;
import dev.pawl.store.JdbcRows;
import dev.pawl.store.sql.Micros;
import dev.pawl.store.sql.SqlTrouble;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;

/// A few connections that only read, each in a snapshot of its own: they never wait for the writer.
final class Readers {
    private static final int MOST = 4;
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long NAP = 1_000_000;

    private final SqliteOpener opener;
    private final InstantSource clock;
    private final Semaphore free = new Semaphore(MOST);
    private final Queue<SqliteConnection> idle = new ConcurrentLinkedQueue<>();
    private volatile boolean closed;

    Readers(SqliteOpener opener, InstantSource clock) {
        this.opener = opener;
        this.clock = clock;
    }

    <T> T read(Function<Rows, T> work, Consumer<JdbcRows> after) {
        var deadline = System.nanoTime() + PATIENCE.toNanos();
        free.acquireUninterruptibly();
        try {
            while (true) {
                try {
                    return once(work, after);
                } catch (SQLException trouble) {
                    if (!SqliteErrors.isTransient(trouble) || System.nanoTime() > deadline) {
                        throw SqliteErrors.explain(opener.name(), trouble);
                    }
                    LockSupport.parkNanos(NAP);
                }
            }
        } finally {
            free.release();
        }
    }

    private <T> T once(Function<Rows, T> work, Consumer<JdbcRows> after) throws SQLException {
        var pooled = idle.poll();
        var connection = pooled != null ? pooled : opener.reader();
        var whole = false;
        try {
            connection.run("tx.begin_read");
            var rows = new JdbcRows(new DirectSession(connection, Micros.trim(clock.instant())));
            var answer = work.apply(rows);
            connection.run("tx.commit");
            whole = true;
            after.accept(rows);
            return answer;
        } catch (SqlTrouble trouble) {
            throw trouble.trouble();
        } finally {
            if (whole && !closed) idle.add(connection);
            else connection.close();
        }
    }

    void close() {
        closed = true;
        free.acquireUninterruptibly(MOST);
        for (var connection = idle.poll(); connection != null; connection = idle.poll()) {
            try {
                connection.close();
            } catch (SQLException _) {
                // Nothing was written through it.
            }
        }
        free.release(MOST);
    }
}
