package dev.pawl.worker;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.books.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Repeats a worker's duties: at a bell, and by its own ticks with every bell lost.
///
/// The heartbeat has a platform thread of its own, so that a busy pool cannot fake death. A second
/// one fences: when no heartbeat came through for most of a lease, the turns are interrupted before
/// anybody else may take them over.
public final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private final Worker worker;
    private final Rhythm rhythm;
    private final Signal work = new Signal();
    private final Set<Bell> bells = ConcurrentHashMap.newKeySet();
    private final Signal pulse = new Signal();
    private final Signal repair = new Signal();
    private final Signal fence = new Signal();
    private final List<Thread> threads = new ArrayList<>();
    private final Doorbell.Ear ear;
    private volatile long lastBeatNanos = System.nanoTime();
    private volatile boolean closed;

    /// How often. `lease` is the ledger's; the heartbeat comes three times in it.
    public record Rhythm(Duration lease, Duration look, Duration mend) {
        public static final Rhythm DEFAULT =
                new Rhythm(Duration.ofSeconds(15), Duration.ofSeconds(1), Duration.ofSeconds(1));

        Duration beat() {
            return lease.dividedBy(3);
        }

        Duration fence() {
            return lease.multipliedBy(4).dividedBy(5);
        }
    }

    private WorkerThreads(Worker worker, Doorbell doorbell, Rhythm rhythm) {
        this.worker = worker;
        this.rhythm = rhythm;
        this.ear = doorbell.listen(this::heard);
        worker.whenFree(work::give);
    }

    public static WorkerThreads start(Worker worker, Doorbell doorbell, Rhythm rhythm) {
        var threads = new WorkerThreads(worker, doorbell, rhythm);
        threads.repeat("pawl-look", threads.work, rhythm.look(), threads::lookAround);
        threads.repeat("pawl-beat", threads.pulse, rhythm.beat(), threads::beat);
        threads.repeat("pawl-mend", threads.repair, rhythm.mend(), worker::mend);
        threads.repeat("pawl-fence", threads.fence, rhythm.lease().dividedBy(20), threads::checkPulse);
        return threads;
    }

    private void heard(Bell bell) {
        if (worker.concerns(bell)) bells.add(bell);
        work.give();
    }

    private void lookAround() {
        for (var bell : List.copyOf(bells)) {
            bells.remove(bell);
            worker.glance(bell);
        }
        while (!closed && worker.look()) {
            // Work brings work: the next letter of an agent is dispatched with the end of the last.
        }
    }

    private void beat() {
        var begun = System.nanoTime();
        worker.beat();
        lastBeatNanos = begun;
    }

    private void checkPulse() {
        if (System.nanoTime() - lastBeatNanos > rhythm.fence().toNanos())
            worker.crew().interruptAll();
    }

    private void repeat(String name, Signal signal, Duration tick, Runnable duty) {
        var thread = Thread.ofPlatform().name(name).daemon(true).start(() -> {
            while (!closed) {
                try {
                    duty.run();
                } catch (StoreFailure down) {
                    LOG.warn("{}: {}", name, down.getMessage());
                } catch (RuntimeException bug) {
                    // A worker outlives a bug in one pass: the next one looks at the store again.
                    LOG.error("{} failed", name, bug);
                }
                signal.await(tick);
            }
        });
        threads.add(thread);
    }

    /// Ends the loops; turns under way are interrupted and left for others to go on with.
    @Override
    public void close() {
        closed = true;
        ear.close();
        for (var signal : List.of(work, pulse, repair, fence)) signal.give();
        worker.crew().endAll();
        try {
            for (var thread : threads) thread.join(Duration.ofSeconds(5));
            // A look that was under way may have taken one up since.
            worker.crew().endAll();
            // While a command of a turn still runs here, nobody else may begin in its folder.
            if (worker.crew().awaitEmpty(Duration.ofSeconds(5))) worker.release();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (StoreFailure down) {
            LOG.warn("leases run out by themselves: {}", down.getMessage());
        }
    }
}
