package dev.pawl.worker;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.books.StoreFailure;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Repeats a worker's duties: at a bell, and by its own ticks with every bell lost.
public final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private final Worker worker;
    private final Set<Bell> bells = ConcurrentHashMap.newKeySet();
    private final Ticker look;
    private final Ticker mend;
    private final Pulse pulse;
    private final Doorbell.Ear ear;
    private volatile boolean closed;

    /// How often. `lease` is the ledger's; the heartbeat comes three times in it.
    public record Rhythm(Duration lease, Duration look, Duration mend) {
        public static final Rhythm DEFAULT =
                new Rhythm(Duration.ofSeconds(15), Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    private WorkerThreads(Worker worker, Doorbell doorbell, Rhythm rhythm) {
        this.worker = worker;
        this.look = new Ticker("pawl-look", rhythm.look(), () -> attempt("pawl-look", this::lookAround));
        this.mend = new Ticker("pawl-mend", rhythm.mend(), () -> attempt("pawl-mend", worker::mend));
        this.pulse = new Pulse(rhythm.lease(), () -> attempt("pawl-beat", worker::beat), worker.crew()::interruptAll);
        this.ear = doorbell.listen(this::heard);
        worker.whenFree(look::nudge);
    }

    public static WorkerThreads start(Worker worker, Doorbell doorbell, Rhythm rhythm) {
        var threads = new WorkerThreads(worker, doorbell, rhythm);
        threads.pulse.start();
        for (var duty : List.of(threads.look, threads.mend)) {
            duty.nudge();
            duty.start();
        }
        return threads;
    }

    private void heard(Bell bell) {
        if (worker.concerns(bell)) bells.add(bell);
        look.nudge();
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

    /// Whether the duty was done.
    private static boolean attempt(String name, Runnable duty) {
        try {
            duty.run();
            return true;
        } catch (StoreFailure down) {
            LOG.warn("{}: {}", name, down.getMessage());
        } catch (RuntimeException bug) {
            // A worker outlives a bug in one pass: the next one looks at the store again.
            LOG.error("{} failed", name, bug);
        }
        return false;
    }

    /// Ends the loops; turns under way are interrupted and left for others to go on with.
    @Override
    public void close() {
        closed = true;
        ear.close();
        look.close();
        mend.close();
        pulse.close();
        worker.crew().endAll();
        try {
            var patience = Duration.ofSeconds(5);
            look.join(patience);
            pulse.join(patience);
            mend.join(patience);
            // A look that was under way may have taken one up since.
            worker.crew().endAll();
            // While a command of a turn still runs here, nobody else may begin in its folder.
            if (worker.crew().awaitEmpty(patience)) worker.release();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (StoreFailure down) {
            LOG.warn("leases run out by themselves: {}", down.getMessage());
        }
    }
}
