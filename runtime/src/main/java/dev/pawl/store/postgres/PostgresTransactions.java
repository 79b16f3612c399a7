package dev.pawl.store.postgres;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.HeadCache;
import dev.pawl.store.JdbcRows;
import dev.pawl.store.sql.SqlTrouble;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

/// The rows in a PostgreSQL database, for any number of processes. Safe for use by many threads.
///
/// A work whose transaction lost a race, or whose outcome nobody knows, is done again from the
/// start until patience runs out.
public final class PostgresTransactions implements Transactions {
    public static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final int MOST_DUPLICATES = 5;
    private static final long FIRST_NAP = 1_000_000;
    private static final long LONGEST_NAP = 500_000_000;

    private final PostgresConnections connections;
    private final Doorbell doorbell;
    private final Duration patience;
    private final HeadCache headCache = new HeadCache(false);
    private final AtomicLong commits = new AtomicLong();
    private final AtomicLong roundTrips = new AtomicLong();

    public PostgresTransactions(PostgresConnections connections, Doorbell doorbell, Duration patience) {
        this.connections = connections;
        this.doorbell = doorbell;
        this.patience = patience;
    }

    /// What came of one attempt.
    private record Done<T>(T answer, Set<Bell> bells) {}

    private interface Attempt<T> {
        /// @param tries how often it was tried before
        Done<T> on(Connection connection, int tries);
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        return patiently((connection, tries) -> {
            var session = new PipelinedSession(connection, roundTrips::incrementAndGet);
            // What was recalled the first time may be why it is tried again.
            var rows = new JdbcRows(session, headCache, tries == 0);
            var stands = false;
            try {
                var answer = work.apply(rows);
                session.commit();
                stands = true;
                commits.incrementAndGet();
                return new Done<>(answer, rows.bells());
            } finally {
                rows.settle(stands);
            }
        });
    }

    /// Without a transaction around it: each question sees one moment, and nothing has to be ended.
    /// No primitive asks two questions whose answers must be of one moment.
    @Override
    public <T> T read(Function<Rows, T> work) {
        return patiently((connection, _) -> {
            alone(connection);
            var session = new PipelinedSession(connection, roundTrips::incrementAndGet);
            var rows = new JdbcRows(session);
            return new Done<>(work.apply(rows), rows.bells());
        });
    }

    /// The pool puts it back when the connection is given back.
    private static void alone(Connection connection) {
        try {
            connection.setAutoCommit(true);
        } catch (SQLException trouble) {
            throw new SqlTrouble(trouble);
        }
    }

    /// A thread that is interrupted meanwhile still learns the outcome; its flag is put back.
    private <T> T patiently(Attempt<T> attempt) {
        var interrupted = Thread.interrupted();
        try {
            var deadline = System.nanoTime() + patience.toNanos();
            var duplicates = 0;
            for (var tries = 0; ; tries++) {
                try {
                    var done = once(attempt, tries);
                    done.bells().forEach(doorbell::ring);
                    return done.answer();
                } catch (SQLException trouble) {
                    // An interrupt breaks a connection: that says nothing of the store.
                    var hurried = Thread.interrupted();
                    interrupted |= hurried;
                    if (PostgresErrors.isDuplicate(trouble)) duplicates++;
                    if (!hurried && !again(trouble, duplicates, deadline)) throw failure(trouble);
                    if (!PostgresErrors.hasMoved(trouble)) nap(tries);
                }
            }
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    private <T> Done<T> once(Attempt<T> attempt, int tries) throws SQLException {
        try {
            return connections.lend(connection -> {
                var done = false;
                try {
                    var outcome = attempt.on(connection, tries);
                    done = true;
                    return outcome;
                } finally {
                    if (!done) undo(connection);
                }
            });
        } catch (SqlTrouble trouble) {
            throw trouble.trouble();
        }
    }

    /// The server undoes what was not committed; a connection that cannot say so is not used again.
    private static void undo(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException _) {
            // The pool looks at it when it is given back.
        }
    }

    private boolean again(SQLException trouble, int duplicates, long deadline) {
        if (PostgresErrors.isDuplicate(trouble)) return duplicates <= MOST_DUPLICATES;
        // An address that never worked is wrong: waiting would not mend it.
        return PostgresErrors.isTransient(trouble) && connections.worked() && System.nanoTime() < deadline;
    }

    private RuntimeException failure(SQLException trouble) {
        if (PostgresErrors.isBroken(trouble)) {
            return new IllegalStateException("the schema refused a write: " + trouble.getMessage(), trouble);
        }
        return PostgresErrors.explain(connections.name(), trouble);
    }

    private static void nap(int tries) {
        var longest = Math.min(LONGEST_NAP, FIRST_NAP << Math.min(tries, 20));
        LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(longest / 2, longest));
    }

    /// How many transactions were committed.
    public long commits() {
        return commits.get();
    }

    /// How often something was sent to the server and waited for.
    public long roundTrips() {
        return roundTrips.get();
    }

    @Override
    public void close() {
        connections.close();
    }
}
