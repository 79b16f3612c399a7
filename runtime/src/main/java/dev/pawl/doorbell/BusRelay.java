package dev.pawl.doorbell;

import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.rows.Outbox;
import io.nats.client.Connection;
import io.nats.client.impl.Headers;
import io.nats.client.impl.NatsMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Carries the outbox to NATS: publishes in order, waits until the server has it all, and only then
/// marks it. Safe for use by many threads.
///
/// Whatever fails before the mark is done again with the same message ids, so each event leaves at
/// least once and receivers tell repetitions. While the server is away nothing is read and nothing
/// is lost. One daemon thread; a platform one, because the outbox may be native code.
public final class BusRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(BusRelay.class);
    private static final int BATCH = 256;
    private static final Duration ANSWER = Duration.ofSeconds(5);
    private static final long LONGEST_GOODBYE_MILLIS = 6_000;

    private final Outbox outbox;
    private final Subjects subjects;
    private final Duration tick;
    private final NatsLink link;
    private final Thread thread;
    private final AtomicBoolean started = new AtomicBoolean();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Semaphore news = new Semaphore(0);

    /// @param tick how long an event may wait when its bell was lost
    public BusRelay(Outbox outbox, String servers, Subjects subjects, Duration tick) {
        if (tick.toMillis() < 1) throw new IllegalArgumentException("looking more often than every ms: " + tick);
        this.outbox = outbox;
        this.subjects = subjects;
        this.tick = tick;
        this.link = new NatsLink(servers, "pawl-relay-link", NatsLink.WhenFull.WAIT, _ -> wake());
        this.thread = Thread.ofPlatform().daemon().name("pawl-relay").unstarted(this::keepSending);
    }

    /// Begins; further calls do nothing.
    public void start() {
        if (!open() || !started.compareAndSet(false, true)) return;
        link.start();
        thread.start();
    }

    /// There may be something to carry: `doorbell.listen(relay::wake)`. Never blocks.
    public void wake(Bell bell) {
        LOG.trace("rung for {}", bell.agent());
        wake();
    }

    @Override
    public void close() {
        closing.countDown();
        wake();
        try {
            thread.join(LONGEST_GOODBYE_MILLIS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        thread.interrupt();
        link.close();
    }

    private void wake() {
        if (news.availablePermits() == 0) news.release();
    }

    private boolean open() {
        return closing.getCount() > 0;
    }

    private void keepSending() {
        try {
            while (open()) {
                var connection = link.now();
                var more = connection.isPresent() && passed(connection.get());
                if (!more && news.tryAcquire(tick.toMillis(), TimeUnit.MILLISECONDS)) news.drainPermits();
            }
        } catch (InterruptedException asked) {
            LOG.debug("the relay was closed");
        }
    }

    /// Whether there may be more to carry at once.
    private boolean passed(Connection connection) throws InterruptedException {
        try {
            return pass(connection);
        } catch (TimeoutException | IllegalStateException unanswered) {
            LOG.warn("NATS did not take the events: {}; they stay in the outbox", unanswered.getMessage());
            link.distrust(connection);
        } catch (RuntimeException broken) {
            LOG.warn("the outbox could not be carried: {}; trying on", broken.getMessage(), broken);
        }
        return false;
    }

    private boolean pass(Connection connection) throws InterruptedException, TimeoutException {
        var events = outbox.events(BATCH);
        var calls = outbox.calls(BATCH);
        if (events.isEmpty() && calls.isEmpty()) return false;
        for (var event : events) BusMessages.of(event).forEach(message -> publish(connection, message));
        for (var call : calls) publish(connection, call);
        connection.flush(ANSWER);
        // A flush may answer for a connection that is gone; one that is gone stays so.
        if (!NatsLink.alive(connection)) throw new TimeoutException("the connection broke");
        markPublished(events);
        calls.forEach(outbox::sent);
        return events.size() == BATCH || calls.size() == BATCH;
    }

    private void publish(Connection connection, RemoteCall call) {
        try {
            publish(connection, BusMessages.of(call));
        } catch (IllegalArgumentException noAddress) {
            // Nobody can be asked; the wait's deadline will tell the turn so.
            LOG.warn("call {} cannot be sent: {}", call.need().call(), noAddress.getMessage());
        }
    }

    private void publish(Connection connection, BusMessage message) {
        var headers = new Headers();
        message.headers().forEach((name, value) -> headers.put(name, value));
        connection.publish(NatsMessage.builder()
                .subject(subjects.write(message.subject()))
                .headers(headers)
                .data(message.body().getBytes(StandardCharsets.UTF_8))
                .build());
    }

    private void markPublished(List<LoggedEvent> events) {
        var last = new LinkedHashMap<AgentId, Long>();
        for (var event : events) last.merge(event.agent(), event.seq(), Math::max);
        last.forEach(outbox::published);
    }
}
