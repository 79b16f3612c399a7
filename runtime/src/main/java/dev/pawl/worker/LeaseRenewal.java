package dev.pawl.worker;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/// Keeps the lease of a worker's turns: a heartbeat three times in it, and beside that a fence.
///
/// A heartbeat may be blocked in the store for longer than the lease lasts. The fence does not wait
/// for it: when none came through for most of a lease, the turns are cut off before anybody else
/// may take them over. Safe for use by many threads.
final class LeaseRenewal implements AutoCloseable {
    private final Ticker beats;
    private final Ticker fence;
    private final long reachNanos;
    private long lastNanos = System.nanoTime();

    /// @param beat renews the leases; answers whether that came through
    /// @param cutOff ends the turns; it is called again while no heartbeat comes through
    LeaseRenewal(Duration lease, BooleanSupplier beat, Runnable cutOff) {
        var nanos = lease.toNanos(); // Duration.dividedBy loads all of BigDecimal
        reachNanos = nanos / 5 * 4;
        beats = new Ticker("pawl-beat", Duration.ofNanos(nanos / 3), () -> {
            var begun = System.nanoTime();
            if (beat.getAsBoolean()) renewed(begun);
        });
        fence = new Ticker("pawl-fence", Duration.ofNanos(nanos / 20), () -> {
            if (isFaint()) cutOff.run();
        });
    }

    /// Starts it, unless it was started before; by one thread only.
    void start() {
        beats.start();
        fence.start();
    }

    /// The lease was given or renewed by a call to the store that began then. A call that began
    /// earlier says nothing new, however late it was answered.
    synchronized void renewed(long begunNanos) {
        if (begunNanos - lastNanos > 0) lastNanos = begunNanos;
    }

    /// Whether most of the lease is used up.
    synchronized boolean isFaint() {
        return System.nanoTime() - lastNanos > reachNanos;
    }

    /// Waits for the end of a heartbeat that is under way, but not for longer than this.
    void join(Duration patience) throws InterruptedException {
        beats.join(patience);
        fence.join(patience);
    }

    @Override
    public void close() {
        beats.close();
        fence.close();
    }
}
