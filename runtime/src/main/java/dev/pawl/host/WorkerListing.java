package dev.pawl.host;

import dev.pawl.kernel.Workers;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.resource.Version;
import dev.pawl.worker.Worker;
import dev.pawl.worker.WorkerProcess;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Keeps a worker's entry in the list of workers: at its start, from time to time, when it drains,
/// and at its end. By one thread.
final class WorkerListing implements Runnable, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerListing.class);

    private final Workers workers;
    private final Worker worker;
    private final Duration period;
    private boolean wasDraining;
    private long announcedNanos;

    /// @param period how often the entry is renewed; it counts three times as long
    WorkerListing(Workers workers, Worker worker, Duration period) {
        this.workers = workers;
        this.worker = worker;
        this.period = period;
        this.announcedNanos = System.nanoTime() - period.toNanos();
    }

    @Override
    public synchronized void run() {
        var draining = worker.isDraining();
        if (draining == wasDraining && System.nanoTime() - announcedNanos < period.toNanos()) return;
        var identity = worker.identity();
        workers.announce(
                new Workers.Profile(
                        identity.id(),
                        identity.targets(),
                        WorkerProcess.hostName(),
                        ProcessHandle.current().pid(),
                        identity.turnsAtOnce(),
                        Version.NUMBER,
                        draining),
                period.multipliedBy(3));
        wasDraining = draining;
        announcedNanos = System.nanoTime();
    }

    @Override
    public synchronized void close() {
        try {
            workers.leave(worker.identity().id());
        } catch (StoreFailure down) {
            LOG.warn("the worker stays listed for a while: {}", down.getMessage());
        }
    }
}
