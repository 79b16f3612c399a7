package dev.pawl.doorbell;

import io.nats.client.Connection;
import io.nats.client.Consumer;
import io.nats.client.ErrorListener;
import io.nats.client.Message;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A connection to NATS that is made in the background, and made again whenever it breaks, until
/// `close`. Nobody ever waits for it. Safe for use by many threads.
///
/// A connection that broke never comes back to life: a new one takes its place. So whoever sees
/// [Connection.Status#CONNECTED] before and after a flush knows that the server got everything
/// in between; the client's own reconnecting would hide a loss in the middle.
public final class NatsLink implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(NatsLink.class);
    private static final long SHORTEST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 2_000;
    private static final long LOOK_MILLIS = 1_000;
    private static final long LONGEST_GOODBYE_MILLIS = 3_000;

    private final String address;
    private final Options options;
    private final java.util.function.Consumer<Connection> onUp;
    private final Thread thread;
    private final AtomicReference<@Nullable Connection> current = new AtomicReference<>();
    private final AtomicBoolean started = new AtomicBoolean();
    private final Semaphore news = new Semaphore(0);
    private final CountDownLatch closing = new CountDownLatch(1);

    /// What becomes of a message when the queue to the server is full.
    public enum WhenFull {
        /// It is dropped: the caller never waits.
        DROP,
        /// The caller waits a little; then the message is refused.
        WAIT
    }

    /// @param servers one or more addresses, `nats://host:port`, with commas between them
    /// @param onUp called on the link's thread with each new connection
    public NatsLink(String servers, String name, WhenFull whenFull, java.util.function.Consumer<Connection> onUp) {
        this.address = servers.replaceAll("//[^@/,]*@", "//");
        this.onUp = onUp;
        var builder = new Options.Builder()
                .server(servers)
                .connectionName(name)
                .noReconnect()
                .noEcho()
                .connectionTimeout(Duration.ofSeconds(2))
                .pingInterval(Duration.ofSeconds(10))
                .errorListener(new Quiet())
                .connectionListener((connection, event) -> news.release());
        if (whenFull == WhenFull.DROP) builder.discardMessagesWhenOutgoingQueueFull();
        this.options = builder.build();
        this.thread = Thread.ofPlatform().daemon().name(name).unstarted(this::keepUp);
    }

    /// Begins to connect; further calls do nothing.
    public void start() {
        if (open() && started.compareAndSet(false, true)) thread.start();
    }

    /// The connection, if there is one at this moment.
    public Optional<Connection> now() {
        return Optional.ofNullable(current.get()).filter(NatsLink::alive);
    }

    /// Gives up a connection whose server does not answer; another one is made.
    public void distrust(Connection connection) {
        if (current.compareAndSet(connection, null)) news.release();
    }

    public static boolean alive(Connection connection) {
        return connection.getStatus() == Connection.Status.CONNECTED;
    }

    private boolean open() {
        return closing.getCount() > 0;
    }

    private void keepUp() {
        var pause = SHORTEST_PAUSE_MILLIS;
        try {
            while (open()) {
                var made = connect(pause == SHORTEST_PAUSE_MILLIS);
                if (made.isPresent()) {
                    pause = SHORTEST_PAUSE_MILLIS;
                    hold(made.get());
                }
                // Not for `news`: a failed attempt makes news, too.
                if (closing.await(pause, TimeUnit.MILLISECONDS)) return;
                pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
            }
        } catch (InterruptedException asked) {
            LOG.debug("the link to {} was closed", address);
        }
    }

    private Optional<Connection> connect(boolean tell) throws InterruptedException {
        try {
            var connection = Nats.connect(options);
            LOG.info("connected to NATS at {}", address);
            return Optional.of(connection);
        } catch (IOException away) {
            if (tell) LOG.warn("no NATS at {}: {}; trying on, nothing is lost", address, away.getMessage());
            return Optional.empty();
        }
    }

    private void hold(Connection connection) throws InterruptedException {
        try {
            current.set(connection);
            onUp.accept(connection);
            while (open() && now().isPresent()) {
                if (news.tryAcquire(LOOK_MILLIS, TimeUnit.MILLISECONDS)) news.drainPermits();
            }
        } catch (IllegalStateException brokenMeanwhile) {
            LOG.debug("the connection to {} broke while it was set up", address, brokenMeanwhile);
        } finally {
            current.set(null);
            connection.close();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        news.release();
        try {
            thread.join(LONGEST_GOODBYE_MILLIS);
            thread.interrupt();
        } catch (InterruptedException hurry) {
            thread.interrupt();
            Thread.currentThread().interrupt();
        }
    }

    /// The client would otherwise write to standard error. What matters is seen in the connection.
    private static final class Quiet implements ErrorListener {
        @Override
        public void errorOccurred(Connection connection, String error) {
            LOG.debug("NATS says: {}", error);
        }

        @Override
        public void exceptionOccurred(Connection connection, Exception exception) {
            LOG.debug("NATS client: {}", exception.getMessage());
        }

        @Override
        public void slowConsumerDetected(Connection connection, Consumer consumer) {
            LOG.debug("bells come faster than they are heard");
        }

        @Override
        public void messageDiscarded(Connection connection, Message message) {
            LOG.debug("a full queue: dropped a message to {}", message.getSubject());
        }
    }
}
