package dev.pawl.web;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.event.StoreDown;
import dev.pawl.thread.Threads;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;

/// Whether the server can do its work. Asked often, it looks at the store once a second at most.
/// Safe for use by many threads.
final class ServerHealth implements WebRoutes.Health {
    private static final Duration FRESH = Duration.ofSeconds(1);

    private final Backend backend;
    private final ServerCounters counters = new ServerCounters();
    private final AtomicBoolean counts = new AtomicBoolean();
    private volatile boolean ending;
    private Instant lookedAt = Instant.EPOCH;
    private String trouble = "";

    ServerHealth(Backend backend) {
        this.backend = backend;
        counters.gauge("pawl_up", "Whether the store answers.", () -> trouble().isEmpty() ? 1 : 0);
        counters.gauge("pawl_waiting_questions", "Questions that wait for a person.", this::questions);
        // The store may be away for a while: the server starts without it.
        Thread.startVirtualThread(this::trouble);
    }

    /// From now on the server is not ready.
    void end() {
        ending = true;
    }

    @Override
    public boolean isEnding() {
        return ending;
    }

    @Override
    public synchronized String trouble() {
        var now = backend.now();
        if (lookedAt.plus(FRESH).isAfter(now)) return trouble;
        lookedAt = now;
        trouble = look();
        return trouble;
    }

    private String look() {
        try {
            var host = backend.host(Backend.Storage.DURABLE);
            if (counts.compareAndSet(false, true)) host.whenCommitted(counters);
            host.gateway().latest(Threads.Filter.ACTIVE, 1);
            return "";
        } catch (RuntimeException down) {
            if (!(down instanceof StoreDown)) throw down;
            return "the store does not answer: " + down.getMessage();
        }
    }

    private double questions() {
        if (!trouble().isEmpty()) return Double.NaN;
        return backend.gateway(Backend.Storage.DURABLE).questions().size();
    }

    @Override
    public void subscribed() {
        counters.subscribed();
    }

    @Override
    public void left(boolean tooSlow) {
        counters.left(tooSlow);
    }

    @Override
    public String metrics() {
        return counters.text();
    }
}
