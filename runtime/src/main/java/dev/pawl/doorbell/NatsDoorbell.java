package dev.pawl.doorbell;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import io.nats.client.Connection;
import io.nats.client.Message;
import java.time.Duration;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rings here at once and in other processes over core NATS. Safe for use by many threads.
///
/// Connects in the background at the first ring or listener. While the server is away bells reach
/// this process alone; when it is back, everybody is told once to look everywhere, because what
/// was missed is not known. Nothing of a message is believed but that a look is worth it.
public final class NatsDoorbell implements Doorbell {
    private static final Logger LOG = LoggerFactory.getLogger(NatsDoorbell.class);
    private static final Duration SUBSCRIBING = Duration.ofSeconds(2);
    private static final int WAITING_MESSAGES = 4_096;
    private static final long WAITING_BYTES = 1 << 20;

    private final Doorbell local;
    private final Subjects subjects;
    private final NatsLink link;
    private final AtomicBoolean missed = new AtomicBoolean();
    private final AtomicBoolean connectedBefore = new AtomicBoolean();

    /// @param local hears every bell; closed with this one
    public NatsDoorbell(Doorbell local, String servers, Subjects subjects) {
        this.local = local;
        this.subjects = subjects;
        this.link = new NatsLink(servers, "pawl-doorbell", NatsLink.WhenFull.DROP, this::connected);
    }

    @Override
    public void ring(Bell bell) {
        local.ring(bell);
        link.start();
        link.now().ifPresentOrElse(connection -> send(connection, bell), this::miss);
    }

    @Override
    public Ear listen(Consumer<Bell> listener) {
        var handle = local.listen(listener);
        link.start();
        return handle;
    }

    @Override
    public void close() {
        link.close();
        local.close();
    }

    private void miss() {
        missed.set(true);
        // The link may have come up between the look and the note.
        link.now().ifPresent(this::makeGood);
    }

    private void makeGood(Connection connection) {
        if (missed.compareAndSet(true, false)) send(connection, Bell.ANY);
    }

    private void send(Connection connection, Bell bell) {
        try {
            connection.publish(subjects.write(new Subject.Wakeup(bell.target())), WakeupBody.of(bell.agent()));
        } catch (IllegalStateException broken) {
            // Broke just now: the next connection makes it good.
            missed.set(true);
            LOG.debug("a bell for {} stayed here: {}", bell.agent(), broken.getMessage());
        }
    }

    private void connected(Connection connection) {
        var dispatcher = connection.createDispatcher(this::hear);
        dispatcher.setPendingLimits(WAITING_MESSAGES, WAITING_BYTES);
        dispatcher.subscribe(subjects.everyWakeup());
        try {
            // From the flush on nothing is missed; what was missed before is made good by ANY.
            connection.flush(SUBSCRIBING);
        } catch (TimeoutException slow) {
            link.distrust(connection);
            return;
        } catch (InterruptedException closing) {
            Thread.currentThread().interrupt();
            return;
        }
        // What the last connection still had to send when it broke may be lost.
        if (connectedBefore.getAndSet(true)) missed.set(true);
        makeGood(connection);
        local.ring(Bell.ANY);
    }

    private void hear(Message message) {
        if (!(subjects.read(message.getSubject()).orElse(null) instanceof Subject.Wakeup(var target))) return;
        WakeupBody.read(message.getData()).ifPresent(agent -> local.ring(new Bell(agent, target)));
    }
}
