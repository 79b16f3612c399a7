package dev.pawl.bench.kernel;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.trial.TimedIds;
import dev.pawl.worker.Worker;
import dev.pawl.worker.WorkerThreads;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// A store, one worker, and somebody who asks for the next turn whenever one ends.
final class Rig {
    static final WorkerTarget TARGET = new WorkerTarget("generic");
    /// An agent gets a few turns and then rests, as threads do: a history has an end.
    private static final int AGENTS_AT_A_TIME = 64;
    private static final int TURNS_OF_AN_AGENT = 10;

    private final Shelf shelf;
    private final Ledger ledger;
    private final TimedIds ids = new TimedIds();
    private final Course course;
    private final int turnsAtOnce;
    private final int most;
    /// A runMode for each turn that may be open. Whoever holds all of them has the machine alone.
    private final Semaphore open;
    private final AtomicLong done = new AtomicLong();
    private volatile boolean over;

    /// What was measured: turns in a second, and what one turn cost.
    record Measured(double turns, double commits, double reads, double synced, double roundTrips) {}

    /// Something else to measure while no turn is open.
    interface Yardstick {
        void measure() throws IOException, InterruptedException;
    }

    private record Count(long nanos, long turns, long commits, long reads, long synced, long roundTrips) {
        Count plus(Count before, Count after) {
            return new Count(
                    nanos + after.nanos - before.nanos,
                    turns + after.turns - before.turns,
                    commits + after.commits - before.commits,
                    reads + after.reads - before.reads,
                    synced + after.synced - before.synced,
                    roundTrips + after.roundTrips - before.roundTrips);
        }
    }

    Rig(Shelf shelf, Course course, int turnsAtOnce) {
        this.shelf = shelf;
        this.ledger = new DurableLedger(shelf.store(), Limits.DEFAULT, ids);
        this.course = course;
        this.turnsAtOnce = turnsAtOnce;
        this.most = course == Course.FORK_JOIN ? turnsAtOnce / 2 : turnsAtOnce * 2;
        this.open = new Semaphore(most, true);
    }

    Measured measure(Duration warmUp, Duration time) throws IOException, InterruptedException {
        return measure(warmUp, time, 1, () -> {});
    }

    /// In slices, each with the yardstick before it: a machine's moods are shorter than a
    /// measurement, and so both get their share of them.
    Measured measure(Duration warmUp, Duration slice, int slices, Yardstick yardstick)
            throws IOException, InterruptedException {
        var post = new Worker.Identity(new WorkerId("bench"), TARGET, turnsAtOnce, _ -> false);
        var worker = new Worker(
                ledger,
                hold -> new CourseSteps(hold, course, this::ended),
                post,
                ids,
                Thread.ofVirtual().factory());
        try (var threads = WorkerThreads.start(worker, shelf.bell(), WorkerThreads.Rhythm.DEFAULT);
                var relay = new Relay(ledger, shelf.outbox(), course)) {
            var asking = Thread.ofPlatform().start(this::ask);
            Thread.sleep(warmUp);
            var sum = new Count(0, 0, 0, 0, 0, 0);
            for (var i = 0; i < slices; i++) {
                waitForQuiet();
                yardstick.measure();
                open.release(most);
                var before = count();
                Thread.sleep(slice);
                sum = sum.plus(before, count());
            }
            // All turns end, so that nothing is left for the next measurement on this store.
            waitForQuiet();
            over = true;
            open.release(most);
            asking.join();
            if (done.get() == 0)
                throw new IllegalStateException("nothing moved: " + threads.getClass() + relay.getClass());
            return measured(sum);
        }
    }

    /// Until no turn is open.
    private void waitForQuiet() throws InterruptedException {
        if (!open.tryAcquire(most, 1, TimeUnit.MINUTES)) throw new IllegalStateException("turns do not end");
    }

    private void ended() {
        done.incrementAndGet();
        open.release();
    }

    /// Many ask at once, so that a store that can write for many together has something to do.
    private void ask() {
        for (var number = 0L; !over; number++) {
            open.acquireUninterruptibly();
            var turn = number;
            Thread.ofVirtual().start(() -> ask(turn));
        }
    }

    private void ask(long number) {
        var block = number / (AGENTS_AT_A_TIME * TURNS_OF_AN_AGENT);
        var agent = course.name() + "-" + block + "-" + number % AGENTS_AT_A_TIME;
        if (!over) enqueue(ledger, agent, course.name() + "-" + number);
    }

    static void enqueue(Ledger ledger, String agent, String letter) {
        var request = new TurnRequest(
                new LetterId(letter),
                new AgentId(agent),
                TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of("do")),
                Lineage.root("bench"));
        var receipt = ledger.enqueue(request);
        if (!(receipt instanceof Receipt.Accepted)) throw new IllegalStateException("refused: " + receipt);
    }

    private Count count() {
        return new Count(
                System.nanoTime(),
                done.get(),
                shelf.store().commits(),
                shelf.store().reads(),
                shelf.synced().getAsLong(),
                shelf.roundTrips().getAsLong());
    }

    private static Measured measured(Count count) {
        var turns = Math.max(1.0, (double) count.turns);
        return new Measured(
                turns / (count.nanos / 1e9),
                count.commits / turns,
                count.reads / turns,
                count.synced / turns,
                count.roundTrips / turns);
    }
}
