package dev.pawl.worker;

import dev.pawl.id.AgentId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.rows.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Repeats a worker's duties on the caller's thread until one turn is over: what a short-lived
/// command needs, and no more.
///
/// The worker serves a pool of its own, so that it runs the turns of this command's thread and of
/// the agents that thread calls, and no others. A turn that another process left is assigned to
/// the pool first. Turns run on threads of their own; no thread repeats the other duties.
public final class Foreground implements AutoCloseable {
    /// How often to look while turns run here, and while another process holds the turn.
    private static final Duration TICK = Duration.ofSeconds(1);

    private static final Duration SOON = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Worker worker;
    private final Family family;
    private final LeaseRenewal renewal;
    private final Doorbell.Ear ear;
    private final Semaphore news = new Semaphore(0);
    private final AtomicInteger begun = new AtomicInteger();
    private volatile @Nullable Refused refused;

    /// Runs that ended because the store could not be written.
    ///
    /// @param runs how many ended so, one after the other
    /// @param tries how often the store was asked in vain since the last one
    private record Refused(StoreFailure why, int runs, int tries) {
        /// About a second of tries. Time alone does not count: a process that got no processor time
        /// has not tried.
        private static final int ENOUGH = 10;

        static Refused after(StoreFailure why, @Nullable Refused before) {
            return new Refused(why, before == null ? 1 : before.runs() + 1, 0);
        }

        Refused again() {
            return new Refused(why, runs, tries + 1);
        }

        boolean isHopeless() {
            return tries >= ENOUGH;
        }
    }

    /// Why [#carry] returned.
    public enum End {
        OVER,
        /// A person must answer before any turn of the family goes on.
        NEEDS_PERSON
    }

    public Foreground(Worker worker, Family family, Doorbell doorbell, Duration lease) {
        this.worker = worker;
        this.family = family;
        this.renewal = new LeaseRenewal(lease, this::beat, worker.running()::interruptAll);
        this.ear = doorbell.listen(this::heard);
        worker.listen(new Worker.Listener() {
            @Override
            public void started(long askedNanos) {
                begun.incrementAndGet();
                renew(askedNanos);
            }

            @Override
            public void over(Optional<StoreFailure> refusal) {
                refused = refusal.map(why -> Refused.after(why, refused)).orElse(null);
            }

            @Override
            public void ended() {
                news.release();
            }
        });
        worker.nothingWaits();
    }

    private void heard(Bell bell) {
        if (bell.isForWorkers()) news.release();
    }

    /// @param askedNanos when the store was asked for the turn: its lease begins no earlier
    private void renew(long askedNanos) {
        renewal.renewed(askedNanos);
        renewal.start();
        // A slow store may give a turn when most of its lease is used up.
        if (renewal.isFaint()) beat();
    }

    private boolean beat() {
        var begun = System.nanoTime();
        try {
            worker.beat();
            renewal.renewed(begun);
            return true;
        } catch (StoreFailure down) {
            return false; // When the store stays away, the fence cuts the turns off.
        }
    }

    /// Runs the turns of the agent and of those it calls until this turn is over or a person is
    /// needed. Throws [StoreFailure] when the store is away and nothing runs here.
    public End carry(AgentId agent, TurnId turn) throws InterruptedException {
        if (!isBusy()) family.adopt(agent);
        while (true) {
            var isIdle = !isBusy();
            if (isIdle && family.isOver(agent, turn)) return End.OVER;
            if (isIdle) {
                if (!wasRefused()) takeUp();
                if (!isBusy()) {
                    if (refused == null && family.needsPerson(agent)) return End.NEEDS_PERSON;
                    family.adopt(agent);
                }
            } else lookAgain();
            if (news.tryAcquire((isBusy() ? TICK : SOON).toNanos(), TimeUnit.NANOSECONDS)) news.drainPermits();
            if (Thread.interrupted()) throw new InterruptedException();
        }
    }

    /// A store that can be read and not written is given up soon: a full disk stays full, and
    /// waiting for the lease would only take longer. Returns whether there was a refusal.
    private boolean wasRefused() {
        var known = refused;
        if (known == null) return false;
        if (known.runs() > 1) throw known.why();
        try {
            worker.takeBack();
            if (!isBusy()) refused = null;
        } catch (StoreFailure stillDown) {
            var next = known.again();
            if (next.isHopeless()) throw stillDown;
            refused = next;
        }
        return true;
    }

    private boolean isBusy() {
        return !worker.running().isEmpty();
    }

    /// A store that fails after it gave a turn is asked again later: the turn runs here, or has
    /// met the same store.
    private void takeUp() {
        var before = begun.get();
        try {
            worker.recover();
            lookForAll();
        } catch (StoreFailure down) {
            if (begun.get() == before) throw down;
        }
    }

    private void lookForAll() {
        while (worker.look()) {
            // The end of a turn dispatches the next letter.
        }
    }

    /// Turns that run here need no look; one that fails is repeated.
    private void lookAgain() {
        try {
            worker.glance(Bell.ANY);
            lookForAll();
        } catch (StoreFailure down) {
            // The running turns meet the same store; when they have ended, it is asked again.
        }
    }

    /// A turn with those of the agents that its agent has called.
    ///
    /// @param pool whose workers run them here
    /// @param children the agents that an agent has called
    public record Family(Ledger ledger, WorkerTarget pool, Function<AgentId, List<AgentId>> children) {
        /// An agent that is gone was deleted meanwhile, and its turns with it.
        public boolean isOver(AgentId agent, TurnId turn) {
            return ledger.head(agent).isEmpty()
                    || ledger.turn(turn)
                            .filter(found -> found.ending() instanceof Turn.Ending.Open)
                            .isEmpty();
        }

        /// Assigns the open turns of a family that another process began to this pool. A living
        /// owner keeps the turn it runs.
        public void adopt(AgentId root) {
            if (!isElsewhere(root)) return;
            var next = new ArrayList<AgentId>(List.of(root));
            var seen = new HashSet<AgentId>(next);
            while (!next.isEmpty()) {
                var agent = next.removeFirst();
                if (isElsewhere(agent)) ledger.assign(agent, pool);
                for (var child : children.apply(agent)) if (seen.add(child)) next.add(child);
            }
        }

        private boolean isRunning(AgentId agent) {
            return ledger.head(agent)
                    .filter(head -> head.state() instanceof Running)
                    .isPresent();
        }

        private boolean isElsewhere(AgentId agent) {
            return ledger.head(agent)
                    .filter(head ->
                            head.state() instanceof Active && !head.target().equals(pool))
                    .isPresent();
        }

        /// Whether the turn waits for a person, or for an agent that does. A turn that a process
        /// runs goes on there when its question is answered: it does not wait.
        public boolean needsPerson(AgentId root) {
            var next = new ArrayList<AgentId>(List.of(root));
            var seen = new HashSet<AgentId>(next);
            while (!next.isEmpty()) {
                var agent = next.removeFirst();
                if (isRunning(agent)) continue;
                for (var wait : ledger.waits(agent)) {
                    var answerer = wait.need().answerer();
                    if (answerer.equals(Wait.PERSON)) return true;
                    if (wait.need().reason() != Wait.Reason.AGENT) continue;
                    var child = new AgentId(answerer);
                    if (seen.add(child)) next.add(child);
                }
            }
            return false;
        }
    }

    /// Ends the turns that still run here, and waits for their commands to end; other processes can
    /// go on with them at once. An interrupt does not cut the wait short: it is why this is called,
    /// and a process that ended too soon would leave commands behind.
    @Override
    public void close() {
        ear.close();
        renewal.close();
        if (!isBusy()) return;
        worker.running().endAll();
        var interrupted = Thread.interrupted();
        try {
            while (!hasEnded()) interrupted = true;
        } catch (StoreFailure down) {
            // The leases run out by themselves.
        } finally {
            if (interrupted) Thread.currentThread().interrupt();
        }
    }

    /// False when the wait was interrupted.
    private boolean hasEnded() {
        try {
            renewal.join(PATIENCE);
            if (worker.running().awaitEmpty(PATIENCE)) worker.release();
            return true;
        } catch (InterruptedException again) {
            return false;
        }
    }
}
