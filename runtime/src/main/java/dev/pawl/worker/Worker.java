package dev.pawl.worker;

import dev.pawl.id.AgentId;
import dev.pawl.id.IdSource;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.receipt.Takeover;
import java.util.concurrent.ThreadFactory;
import java.util.function.Predicate;

/// Takes turns up and keeps hold of them. One for each process is enough.
///
/// Three duties, each a single pass that [WorkerThreads] repeats: [#look] for work, [#beat] for the
/// leases, [#mend] what others left behind. All three are safe to call at any time, from any thread.
public final class Worker {
    private final Ledger ledger;
    private final Steps.Maker maker;
    private final Post post;
    private final IdSource ids;
    private final Crew crew;
    private final Watchdog watchdog;

    /// Who the worker is, whom it serves, and how it tells that another worker is dead.
    public record Post(WorkerId id, WorkerTarget target, int turnsAtOnce, Predicate<WorkerId> isDead) {}

    public Worker(Ledger ledger, Steps.Maker maker, Post post, IdSource ids, ThreadFactory threads) {
        this.ledger = ledger;
        this.maker = maker;
        this.post = post;
        this.ids = ids;
        this.crew = new Crew(post.turnsAtOnce(), threads);
        this.watchdog = new Watchdog(ledger, post.id(), post.target(), post.isDead());
    }

    /// Looks for work and takes up as much as there are hands free. Answers whether it found any.
    public boolean look() {
        var found = false;
        for (var agent : ledger.resumable(post.target(), crew.free())) found |= resume(agent);
        var free = crew.free();
        if (free == 0) return found;
        for (var claim : ledger.claim(post.id(), post.target(), free, ids.fresh())) {
            found = true;
            try {
                start(ledger.begin(claim, post.id()));
            } catch (LostGate stopped) {
                // The turn was stopped, or the claim ran out, between the two.
            }
        }
        return found;
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

    /// Renews the leases; a turn whose gate is lost is interrupted, a turn this worker holds without
    /// knowing it is taken up.
    public void beat() {
        var before = crew.gates();
        for (var gate : crew.compare(before, ledger.heartbeat(post.id()))) {
            if (crew.free() == 0) return;
            if (ledger.takeOver(gate, post.id(), Departure.FORGOTTEN) instanceof Takeover.Taken(var hold)) start(hold);
        }
    }

    /// Sweeps, and takes over turns whose owners are gone.
    public void mend() {
        watchdog.sweep();
        watchdog.takeOver(crew.free()).forEach(this::start);
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
        crew.start(hold.gate(), new TurnRun(ledger, hold, maker, ids));
    }
}
