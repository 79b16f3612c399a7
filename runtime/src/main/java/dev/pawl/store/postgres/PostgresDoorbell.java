package dev.pawl.store.postgres;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rings here at once and in other processes through `LISTEN` and `NOTIFY`: the bell for those who
/// have PostgreSQL and no NATS. Safe for use by many threads.
///
/// A connection and a daemon thread of its own to send from the first ring on, and another pair to
/// listen from the first listener on; ringing never waits for either. A broken connection is made
/// again for ever; after each gap a bell says to look everywhere: what was missed is not known.
public final class PostgresDoorbell implements Doorbell {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresDoorbell.class);
    private static final String LISTEN = "LISTEN pawl_bell";
    private static final String NOTIFY = "SELECT pg_notify('pawl_bell', bell) FROM unnest(?::text[]) AS bell";
    private static final int NOBODY = 0;
    private static final int LOOK_MILLIS = 1_000;
    private static final int LOOKS_UNTIL_DOUBT = 15;
    private static final int ANSWER_MILLIS = 5_000;
    private static final long SHORTEST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final long LONGEST_GOODBYE_MILLIS = 3_000;

    private final Doorbell local;
    private final DataSource source;
    private final WaitingBells waiting = new WaitingBells();
    private final AtomicBoolean listens = new AtomicBoolean();
    private final AtomicBoolean notifies = new AtomicBoolean();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread ear;
    private final Thread hand;
    private volatile @Nullable Connection listening;
    private volatile int ownBackend = NOBODY;

    /// @param local hears every bell; closed with this one
    /// @param source opens connections of its own, not those of a pool that others wait for
    public PostgresDoorbell(Doorbell local, DataSource source) {
        this.local = local;
        this.source = source;
        this.ear = Thread.ofPlatform().daemon().name("pawl-listen").unstarted(() -> keepUp(this::hear));
        this.hand = Thread.ofPlatform().daemon().name("pawl-notify").unstarted(() -> keepUp(this::notifyOthers));
    }

    @Override
    public void ring(Bell bell) {
        local.ring(bell);
        start(notifies, hand);
        waiting.add(bell);
    }

    @Override
    public Ear listen(Consumer<Bell> listener) {
        var handle = local.listen(listener);
        start(listens, ear);
        // Its own notifications are told from others' by the connection that sends them.
        start(notifies, hand);
        return handle;
    }

    @Override
    public void close() {
        closing.countDown();
        hand.interrupt();
        hangUp();
        try {
            ear.join(LONGEST_GOODBYE_MILLIS);
            hand.join(LONGEST_GOODBYE_MILLIS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        local.close();
    }

    /// The listening thread waits in a socket, where no interrupt reaches it.
    private void hangUp() {
        var connection = listening;
        if (connection == null) return;
        try {
            connection.abort(Runnable::run);
        } catch (SQLException alreadyGone) {
            LOG.debug("the connection was gone before: {}", alreadyGone.getMessage());
        }
    }

    private void start(AtomicBoolean started, Thread thread) {
        if (open() && started.compareAndSet(false, true)) thread.start();
    }

    private boolean open() {
        return closing.getCount() > 0;
    }

    /// What is done with a connection until it breaks or the doorbell is closed.
    private interface Use {
        void of(Connection connection) throws SQLException, InterruptedException;
    }

    private void keepUp(Use use) {
        var pause = SHORTEST_PAUSE_MILLIS;
        try {
            while (open()) {
                var start = System.nanoTime();
                try (var connection = source.getConnection()) {
                    connection.setAutoCommit(true);
                    use.of(connection);
                } catch (SQLException away) {
                    if (open() && pause == SHORTEST_PAUSE_MILLIS) {
                        LOG.warn("no bells through PostgreSQL: {}; trying on, nothing is lost", away.getMessage());
                    }
                }
                var lasted = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                if (lasted > LONGEST_PAUSE_MILLIS) pause = SHORTEST_PAUSE_MILLIS;
                if (closing.await(pause, TimeUnit.MILLISECONDS)) return;
                pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException asked) {
            LOG.debug("the doorbell was closed");
        }
    }

    private void hear(Connection connection) throws SQLException {
        listening = connection;
        try (var listen = connection.createStatement()) {
            listen.execute(LISTEN);
        }
        // From here on nothing is missed; what was missed before is made good by this.
        local.ring(Bell.ANY);
        try {
            hearUntilItBreaks(connection);
        } finally {
            // A server that was restarted may give the number to somebody else.
            ownBackend = NOBODY;
        }
    }

    private void hearUntilItBreaks(Connection connection) throws SQLException {
        var server = connection.unwrap(PGConnection.class);
        var quiet = 0;
        while (open()) {
            var notifications = server.getNotifications(LOOK_MILLIS);
            if (notifications == null || notifications.length == 0) {
                // A server that lost its power says nothing at all.
                if (++quiet % LOOKS_UNTIL_DOUBT == 0 && !connection.isValid(ANSWER_MILLIS / 1_000)) return;
                continue;
            }
            quiet = 0;
            for (var notification : notifications) hear(notification);
        }
    }

    private void hear(PGNotification notification) {
        // What this process rang, it heard at once.
        if (notification.getPID() == ownBackend) return;
        var words = notification.getParameter().split(" ", -1);
        if (words.length != 2) return;
        try {
            local.ring(new Bell(new AgentId(words[1]), new WorkerTarget(words[0])));
        } catch (IllegalArgumentException forged) {
            LOG.debug("a notification that is no bell: {}", forged.getMessage());
        }
    }

    private void notifyOthers(Connection connection) throws SQLException, InterruptedException {
        connection.setNetworkTimeout(Runnable::run, ANSWER_MILLIS);
        ownBackend = connection.unwrap(PGConnection.class).getBackendPID();
        while (open()) {
            var bells = waiting.take(LOOK_MILLIS);
            if (bells.isEmpty()) continue;
            try {
                send(connection, bells);
            } catch (SQLException broken) {
                waiting.addAll(bells);
                throw broken;
            }
        }
    }

    private static void send(Connection connection, List<Bell> bells) throws SQLException {
        var texts =
                bells.stream().map(bell -> bell.target() + " " + bell.agent()).toArray();
        try (var statement = connection.prepareStatement(NOTIFY)) {
            statement.setArray(1, connection.createArrayOf("text", texts));
            statement.execute();
        }
    }
}
