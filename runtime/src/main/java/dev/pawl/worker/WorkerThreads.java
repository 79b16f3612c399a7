package dev.pawl.worker;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.worker.duty.Duty;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Repeats a worker's duties: at a bell, and by its own ticks with every bell lost.
public final class WorkerThreads implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerThreads.class);

    private final Worker worker;
    private final Set<Bell> bells = ConcurrentHashMap.newKeySet();
    private final Ticker look;
    private final Ticker recover;
    private final LeaseRenewal pulse;
    private final Doorbell.Ear ear;
    private volatile boolean closed;

    /// How often. `lease` is the ledger's; the heartbeat comes three times in it.
    public record Rhythm(Duration lease, Duration look, Duration recover) {
        public static final Rhythm DEFAULT =
                new Rhythm(Duration.ofSeconds(15), Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    private WorkerThreads(Worker worker, Doorbell doorbell, Rhythm rhythm) {
        this.worker = worker;
        this.look = new Ticker("pawl-look", rhythm.look(), repeated("pawl-look", this::lookAround));
        this.recover = new Ticker("pawl-recover", rhythm.recover(), repeated("pawl-recover", worker::recover));
        this.pulse = new LeaseRenewal(rhythm.lease(), heartbeat(worker), worker.running()::interruptAll);
        this.ear = doorbell.listen(this::heard);
        worker.listen(new Worker.Listener() {
            @Override
            public void ended() {
                if (worker.mayHaveMore()) look.nudge();
            }
        });
    }

    private static Runnable repeated(String name, Runnable work) {
        var duty = new Duty(name);
        return () -> duty.attempt(work);
    }

    private static BooleanSupplier heartbeat(Worker worker) {
        var duty = new Duty("pawl-beat");
        return () -> duty.attempt(worker::beat);
    }

    public static WorkerThreads start(Worker worker, Doorbell doorbell, Rhythm rhythm) {
        var threads = new WorkerThreads(worker, doorbell, rhythm);
        threads.pulse.start();
        for (var duty : List.of(threads.look, threads.recover)) {
            duty.nudge();
            duty.start();
        }
        return threads;
    }

    private void heard(Bell bell) {
        if (!bell.isForWorkers()) return;
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

    /// Takes no more turns and waits until those under way have ended with their step, or the time
    /// is up. Call [#close] next.
    public void drain(Duration patience) throws InterruptedException {
        worker.drain();
        worker.running().awaitEmpty(patience);
    }

    /// Ends the loops; turns under way are interrupted and left for others to go on with.
    @Override
    public void close() {
        closed = true;
        ear.close();
        look.close();
        recover.close();
        pulse.close();
        worker.running().endAll();
        try {
            var patience = Duration.ofSeconds(5);
            look.join(patience);
            pulse.join(patience);
            recover.join(patience);
            // A look that was under way may have taken one up since.
            worker.running().endAll();
            // While a command of a turn still runs here, nobody else may begin in its folder.
            if (worker.running().awaitEmpty(patience)) worker.release();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (StoreFailure down) {
            LOG.warn("leases run out by themselves: {}", down.getMessage());
        }
    }
}
