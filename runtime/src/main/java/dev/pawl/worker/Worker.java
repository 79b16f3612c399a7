package dev.pawl.worker;

import dev.pawl.id.AgentId;
import dev.pawl.id.IdSource;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Hands;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Vital;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Duration;
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
/// leases, [#mend] what others left behind. All three are safe to call at any time, from any
/// thread.
public final class Worker implements Hands {
    private static final Logger LOG = LoggerFactory.getLogger(Worker.class);
    /// A server plans what it is sent anew for each number of letters: few enough that it has seen
    /// them all soon. And what is claimed and not begun waits longest when its worker is stopped.
    private static final int BEGUN_TOGETHER = 4;

    /// The worker that was asked first begins a turn much sooner.
    private static final Duration UNCLAIMED_AFTER = Duration.ofSeconds(5);

    private final Ledger ledger;
    private final Steps.Maker maker;
    private final Post post;
    private final IdSource ids;
    private final Crew crew;
    private final Watchdog watchdog;
    private final ReentrantLock takingOver = new ReentrantLock();
    private volatile boolean moreWaits;
    private volatile boolean orphansWait;
    /// Whether the last look left work for want of hands; before the first one, nobody knows.
    private volatile boolean crowded = true;
    private volatile Runnable whenFree = () -> {};

    /// Who the worker is, whom it serves, and what it does about turns that other workers left.
    ///
    /// @param lease how long a lease is
    /// @param vitals what is known of another worker's process
    public record Post(
            WorkerId id,
            WorkerTarget target,
            int turnsAtOnce,
            Duration lease,
            Function<WorkerId, Vital> vitals,
            Recovery recovery) {
        /// With the usual lease and recovery, and of other processes only whether they have ended.
        public Post(WorkerId id, WorkerTarget target, int turnsAtOnce, Predicate<WorkerId> isDead) {
            this(
                    id,
                    target,
                    turnsAtOnce,
                    WorkerThreads.Rhythm.DEFAULT.lease(),
                    worker -> isDead.test(worker) ? Vital.DEAD : Vital.UNKNOWN,
                    Recovery.USUAL);
        }
    }

    public Worker(Ledger ledger, Steps.Maker maker, Post post, IdSource ids, ThreadFactory threads) {
        this.ledger = ledger;
        this.maker = maker;
        this.post = post;
        this.ids = ids;
        this.crew = new Crew(post.turnsAtOnce(), threads, this::handGotFree);
        var owners = new Owners(post.vitals(), post.lease());
        this.watchdog = new Watchdog(ledger, post.id(), post.recovery().of(post.target()), owners, post.recovery());
    }

    /// Looks for work and takes up as much as there are hands free: first what others left behind,
    /// then what was put aside, then what is new. Answers whether it found any.
    public boolean look() {
        moreWaits = true;
        var found = orphansWait && takeOver();
        var recovery = post.recovery();
        for (var agent : ledger.resumable(recovery.of(post.target()), crew.free())) {
            if (recovery.hasMeans().test(agent)) found |= resumeOrSay(agent);
        }
        var free = crew.free();
        if (free == 0) {
            crowded = true;
            return found;
        }
        var taken = ledger.takesAtOnce() ? take(free) : claim(free);
        moreWaits = taken == free;
        crowded = moreWaits;
        return found || taken > 0;
    }

    /// Where it can be done at once, a turn begins one write sooner.
    private int take(int free) {
        var holds = ledger.take(post.id(), post.target(), free, ids.fresh());
        holds.forEach(this::start);
        return holds.size();
    }

    private int claim(int free) {
        var taken = 0;
        while (taken < free) {
            var wanted = Math.min(BEGUN_TOGETHER, free - taken);
            var claims = ledger.claim(post.id(), post.target(), wanted, ids.fresh());
            if (!claims.isEmpty()) ledger.begin(claims, post.id()).forEach(this::start);
            taken += claims.size();
            if (claims.size() < wanted) break;
        }
        return taken;
    }

    /// While others wait for a hand, a newcomer does not get one first.
    @Override
    public Optional<WorkerId> free() {
        return !orphansWait && crew.free() > 0 && !crowded ? Optional.of(post.id()) : Optional.empty();
    }

    @Override
    public void begin(Hold hold) {
        start(hold);
    }

    private void handGotFree() {
        if (moreWaits || orphansWait) whenFree.run();
    }

    /// Calls the listener when a hand gets free while there may be work for it. One listener.
    void whenFree(Runnable listener) {
        whenFree = listener;
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
        if (crew.free() == 0) return false;
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
        var before = crew.gates();
        for (var gate : crew.compare(before, ledger.heartbeat(post.id()))) {
            if (crew.free() == 0) return;
            if (ledger.takeOver(gate, post.id(), Departure.FORGOTTEN) instanceof Takeover.Taken(var hold)) start(hold);
        }
    }

    /// Takes over turns whose owners are gone, and sweeps.
    public void mend() {
        takeOver();
        watchdog.sweep();
        takeUpUnclaimed();
    }

    /// Turns of other pools that no worker of theirs has begun.
    private void takeUpUnclaimed() {
        if (post.recovery().scope() != Recovery.Scope.ALL) return;
        for (var agent : ledger.unclaimed(WorkerTarget.ANY, UNCLAIMED_AFTER, crew.free())) {
            if (crew.free() == 0 || !post.recovery().hasMeans().test(agent)) continue;
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
            if (crew.free() == 0) return found;
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
        for (var gate : crew.gates()) {
            if (bell.concerns(gate.agent()) && !holds(gate)) crew.interrupt(gate);
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
        return crew.gates().stream().anyMatch(gate -> bell.concerns(gate.agent()));
    }

    Crew crew() {
        return crew;
    }

    /// Lets go of everything, so that others can take it up at once.
    void release() {
        ledger.release(post.id());
    }

    private void start(Hold hold) {
        var run = new TurnRun(ledger, hold, maker, ids, () -> crew.letGo(hold.gate()));
        crew.hold(hold.gate());
        crew.start(hold.gate(), run);
    }
}
