package dev.pawl.worker;

import dev.pawl.id.AgentId;
import dev.pawl.id.IdSource;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.InProcessWorker;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Liveness;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.worker.turn.Steps;
import dev.pawl.worker.turn.TurnRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Takes turns up and keeps hold of them. One for each process is enough.
///
/// Three duties, each a single pass that [WorkerThreads] repeats: [#look] for work, [#beat] for the
/// leases, [#recover] what others left behind. All three are safe to call at any time, from any
/// thread.
public final class Worker implements InProcessWorker {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    /// A server plans what it is sent anew for each number of letters: few enough that it has seen
    /// them all soon. And what is claimed and not begun waits longest when its worker is stopped.
    private static final int BEGUN_TOGETHER = 4;

    /// The worker that was asked first begins a turn much sooner.
    private static final Duration UNCLAIMED_AFTER = Duration.ofSeconds(5);

    private final Ledger ledger;
    private final Steps.Maker maker;
    private final Identity post;
    private final IdSource ids;
    private final RunningTurns running;
    private final Watchdog watchdog;
    private final ReentrantLock takingOver = new ReentrantLock();
    /// Only the thread that looks counts.
    private int looks;
    private volatile boolean moreWaits;
    private volatile boolean orphansWait;
    /// Whether the last look left work because all slots were taken; unknown before the first one.
    private volatile boolean crowded = true;
    private volatile Listener listener = new Listener() {};
    /// When the store was last asked for a turn.
    private volatile long askedNanos = System.nanoTime();

    /// Who the worker is, whom it serves, and what it does about turns that other workers left.
    ///
    /// @param targets the pools it serves, none before the others
    /// @param lease how long a lease is
    /// @param vitals what is known of another worker's process
    public record Identity(
            WorkerId id,
            List<WorkerTarget> targets,
            int turnsAtOnce,
            Duration lease,
            Function<WorkerId, Liveness> vitals,
            Recovery recovery) {
        public Identity {
            targets = List.copyOf(targets);
        }

        /// With the usual lease and recovery, and of other processes only whether they have ended.
        public Identity(WorkerId id, WorkerTarget target, int turnsAtOnce, Predicate<WorkerId> isDead) {
            this(
                    id,
                    List.of(target),
                    turnsAtOnce,
                    WorkerThreads.Rhythm.DEFAULT.lease(),
                    worker -> isDead.test(worker) ? Liveness.DEAD : Liveness.UNKNOWN,
                    Recovery.USUAL);
        }
    }

    public Worker(Ledger ledger, Steps.Maker maker, Identity post, IdSource ids, ThreadFactory threads) {
        this.ledger = ledger;
        this.maker = maker;
        this.post = post;
        this.ids = ids;
        this.running = new RunningTurns(
                post.turnsAtOnce(), threads, turn -> listener.over(turn.refusal()), () -> listener.ended());
        var owners = new Owners(post.vitals(), post.lease());
        this.watchdog = new Watchdog(ledger, post.id(), recovered(), owners, post.recovery());
    }

    /// Looks for work and takes up as much as there are hands free: first what others left behind,
    /// then what was put aside, then what is new. Answers whether it found any.
    public boolean look() {
        moreWaits = true;
        askedNanos = System.nanoTime();
        var found = orphansWait && takeOver();
        for (var target : recovered()) {
            for (var agent : ledger.resumable(target, running.free())) {
                if (post.recovery().hasMeans().test(agent)) found |= resumeOrSay(agent);
            }
        }
        var free = running.free();
        if (free == 0) {
            crowded = true;
            return found;
        }
        var taken = 0;
        for (var target : inRotation()) {
            if (taken == free) break;
            taken += ledger.takesAtOnce() ? take(target, free - taken) : claim(target, free - taken);
        }
        moreWaits = taken == free;
        crowded = moreWaits;
        return found || taken > 0;
    }

    /// The pools whose turns it takes over and resumes.
    private List<WorkerTarget> recovered() {
        return post.recovery().of(post.targets());
    }

    /// Each pool is asked first as often as the others.
    private List<WorkerTarget> inRotation() {
        var all = post.targets();
        if (all.size() < 2) return all;
        var rotated = new ArrayList<>(all);
        Collections.rotate(rotated, looks++);
        return rotated;
    }

    /// Where it can be done at once, a turn begins one write sooner.
    private int take(WorkerTarget target, int free) {
        var holds = ledger.take(post.id(), target, free, ids.fresh());
        holds.forEach(this::start);
        return holds.size();
    }

    private int claim(WorkerTarget target, int free) {
        var taken = 0;
        while (taken < free) {
            var wanted = Math.min(BEGUN_TOGETHER, free - taken);
            var claims = ledger.claim(post.id(), target, wanted, ids.fresh());
            if (!claims.isEmpty()) ledger.begin(claims, post.id()).forEach(this::start);
            taken += claims.size();
            if (claims.size() < wanted) break;
        }
        return taken;
    }

    /// While others wait for a hand, a newcomer does not get one first.
    @Override
    public Optional<WorkerId> free() {
        askedNanos = System.nanoTime();
        return !orphansWait && running.free() > 0 && !crowded ? Optional.of(post.id()) : Optional.empty();
    }

    @Override
    public void begin(Hold hold) {
        start(hold);
    }

    /// Hears of this worker's turns.
    interface Listener {
        /// @param askedNanos when the store was asked for the turn
        default void started(long askedNanos) {}

        /// A run is over. It still has its slot, so that the worker is not idle before this is
        /// known.
        ///
        /// @param refusal why the store could not be written, when that ended the run
        default void over(Optional<StoreFailure> refusal) {}

        /// A turn has left its slot.
        default void ended() {}
    }

    /// One listener, set before the first turn.
    void listen(Listener next) {
        listener = next;
    }

    /// Whether there may be work for a slot that gets free.
    boolean mayHaveMore() {
        return moreWaits || orphansWait;
    }

    /// The pool is new: whatever is asked for first may begin at once.
    void nothingWaits() {
        crowded = false;
    }

    /// One agent that cannot be resumed does not keep the others waiting.
    private boolean resumeOrSay(AgentId agent) {
        try {
            return resume(agent);
        } catch (StoreFailure down) {
            throw down;
        } catch (RuntimeException broken) {
            LOG.error("agent {} cannot be resumed", agent, broken);
            return false;
        }
    }

    private boolean resume(AgentId agent) {
        if (running.free() == 0) return false;
        return switch (ledger.resume(agent, post.id())) {
            case Resumption.Resumed(var hold) -> {
                start(hold);
                yield true;
            }
            case Resumption.Ended _, Resumption.StillWaiting _ -> true;
            case Resumption.NothingToDo _ -> false;
        };
    }

    /// Renews the leases; a turn whose gate is lost is interrupted, a turn this worker holds
    /// without knowing it is taken up.
    public void beat() {
        var before = running.gates();
        for (var gate : running.compare(before, ledger.heartbeat(post.id()))) {
            if (running.free() == 0) return;
            if (ledger.takeOver(gate, post.id(), Departure.FORGOTTEN) instanceof Takeover.Taken(var hold)) start(hold);
        }
    }

    /// Takes its own turns up again whose runs have ended because the store refused a write: no
    /// other worker holds them.
    void takeBack() {
        for (var gate : ledger.heartbeat(post.id())) {
            if (running.gates().contains(gate)) continue;
            askedNanos = System.nanoTime();
            if (ledger.takeOver(gate, post.id(), Departure.FORGOTTEN) instanceof Takeover.Taken(var hold)) start(hold);
        }
    }

    /// Takes over turns whose owners are gone, and sweeps.
    public void recover() {
        askedNanos = System.nanoTime();
        takeOver();
        watchdog.sweep();
        takeUpUnclaimed();
    }

    /// Turns of other pools that no worker of theirs has begun.
    private void takeUpUnclaimed() {
        if (post.recovery().scope() != Recovery.Scope.ALL) return;
        for (var agent : ledger.unclaimed(WorkerTarget.ANY, UNCLAIMED_AFTER, running.free())) {
            if (running.free() == 0 || !post.recovery().hasMeans().test(agent)) continue;
            for (var claim : ledger.claim(post.id(), agent, ids.fresh())) {
                ledger.begin(List.of(claim), post.id()).forEach(this::start);
            }
        }
    }

    /// Whether it took any over. While some are left for want of hands, new work waits for them.
    private boolean takeOver() {
        // The ledger tells two threads of one worker alike that they took a turn: only one may ask.
        if (!takingOver.tryLock()) return false;
        try {
            return takeOverOrphans();
        } finally {
            takingOver.unlock();
        }
    }

    private boolean takeOverOrphans() {
        var found = false;
        var orphans = watchdog.orphans();
        orphansWait = !orphans.isEmpty();
        for (var orphan : orphans) {
            if (running.free() == 0) return found;
            if (ledger.takeOver(orphan.gate(), post.id(), orphan.departure()) instanceof Takeover.Taken(var hold)) {
                start(hold);
                found = true;
            }
        }
        orphansWait = false;
        return found;
    }

    /// Looks, without writing, whether a turn that a bell may concern was stopped or taken over.
    void glance(Bell bell) {
        for (var gate : running.gates()) {
            if (bell.concerns(gate.agent()) && !holds(gate)) running.interrupt(gate);
        }
    }

    private boolean holds(Gate gate) {
        return ledger.head(gate.agent())
                .filter(head -> head.state() instanceof HeadState.Active active
                        && active.gate().equals(gate))
                .isPresent();
    }

    /// Whether a bell may concern a turn that runs here.
    boolean concerns(Bell bell) {
        return running.gates().stream().anyMatch(gate -> bell.concerns(gate.agent()));
    }

    RunningTurns running() {
        return running;
    }

    /// Takes up no more turns; those that run here end with the step they are at, so that others
    /// go on with them.
    void drain() {
        running.drain();
    }

    public Identity identity() {
        return post;
    }

    public boolean isDraining() {
        return running.isDraining();
    }

    /// Lets go of everything, so that others can take it up at once.
    void release() {
        ledger.release(post.id());
    }

    private void start(Hold hold) {
        var run = new TurnRun(ledger, hold, maker, ids, () -> running.letGo(hold.gate()), running::isDraining);
        running.hold(hold.gate());
        running.start(hold.gate(), run);
        listener.started(askedNanos);
    }
}
