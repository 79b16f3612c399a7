package dev.pawl.worker;

import dev.pawl.id.AgentId;
import dev.pawl.id.IdSource;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.Vital;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A worker for one agent on the caller's own thread: what a short-lived command needs, and no
/// more. Other agents' turns are left to those who serve them.
public final class Solo {
    private final Ledger ledger;
    private final Steps.Maker maker;
    private final WorkerId id;
    private final IdSource ids;
    private final Patience patience;
    private final Owners owners;

    /// How long a lease is, and how often to look at a turn that somebody else holds.
    public record Patience(Duration lease, Duration look) {
        public static final Patience DEFAULT = new Patience(Duration.ofSeconds(15), Duration.ofMillis(100));
    }

    /// How the turn stands when nothing more can be done here.
    public sealed interface Standing {
        record Over() implements Standing {}

        /// It waits for somebody who is not here.
        record Waits() implements Standing {}
    }

    public Solo(
            Ledger ledger,
            Steps.Maker maker,
            WorkerId id,
            IdSource ids,
            Patience patience,
            Function<WorkerId, Vital> vitals) {
        this.ledger = ledger;
        this.maker = maker;
        this.id = id;
        this.ids = ids;
        this.patience = patience;
        this.owners = new Owners(vitals, patience.lease());
    }

    /// Carries the agent's turns until this one is over or waits for a person.
    public Standing carry(AgentId agent, TurnId turn) throws InterruptedException {
        try (var grip = new Grip(ledger, id, patience.lease())) {
            while (true) {
                var head = ledger.head(agent);
                // An agent that is gone was deleted meanwhile, and its turns with it.
                if (head.isEmpty() || isOver(turn)) return new Standing.Over();
                ledger.sweep(head.get().target());
                var asked = System.nanoTime();
                var hold = take(agent);
                if (hold.isPresent()) grip.during(asked, new TurnRun(ledger, hold.get(), maker, ids, grip::letGo));
                else if (isSuspended(agent)) return new Standing.Waits();
                else Pause.of(patience.look());
                if (Thread.interrupted()) throw new InterruptedException();
            }
        }
    }

    private boolean isSuspended(AgentId agent) {
        return ledger.head(agent)
                .filter(head -> head.state() instanceof Suspended)
                .isPresent();
    }

    private boolean isOver(TurnId turn) {
        return ledger.turn(turn)
                .filter(found -> found.ending() instanceof Turn.Ending.Open)
                .isEmpty();
    }

    private Optional<Hold> take(AgentId agent) {
        var head = ledger.head(agent);
        return head.isEmpty() ? Optional.empty() : take(agent, head.get().state());
    }

    private Optional<Hold> take(AgentId agent, HeadState state) {
        try {
            return switch (state) {
                case Idle _ -> Optional.empty();
                case Dispatched _ ->
                    ledger.claim(id, agent, ids.fresh()).stream().findFirst().map(claim -> ledger.begin(claim, id));
                case Running(var gate, var lease) -> takeOver(gate, lease);
                case Suspended _ ->
                    ledger.resume(agent, id) instanceof Resumption.Resumed(var hold)
                            ? Optional.of(hold)
                            : Optional.empty();
            };
        } catch (LostGate raced) {
            return Optional.empty();
        }
    }

    private Optional<Hold> takeOver(Gate gate, Lease lease) {
        // Its own turn, lost with a store that was away, comes back when its lease has run out.
        var departure = lease.owner().equals(id) ? Optional.of(Departure.EXPIRED) : owners.departure(gate, lease, true);
        if (departure.isEmpty()) return Optional.empty();
        return ledger.takeOver(gate, id, departure.get()) instanceof Takeover.Taken(var hold)
                ? Optional.of(hold)
                : Optional.empty();
    }

    /// The one turn that is held: its lease is renewed, and when that fails for too long, or the
    /// turn is lost, it is ended.
    private static final class Grip implements AutoCloseable {
        private final Ledger ledger;
        private final WorkerId id;
        private final Pulse pulse;
        private final Thread runner = Thread.currentThread();
        private volatile @Nullable TurnRun held;

        Grip(Ledger ledger, WorkerId id, Duration lease) {
            this.ledger = ledger;
            this.id = id;
            this.pulse = new Pulse(lease, this::beat, () -> cutOff(held));
        }

        private boolean beat() {
            var turn = held;
            if (turn == null) return false;
            try {
                if (!ledger.heartbeat(id).isEmpty()) return true;
                cutOff(turn);
            } catch (StoreFailure down) {
                // The fence sees to it when the store stays away.
            }
            return false;
        }

        /// Only while this turn runs: the owner's thread goes on to other things after it.
        private synchronized void cutOff(@Nullable TurnRun turn) {
            if (turn == null || turn != held) return;
            held = null;
            runner.interrupt();
            turn.cutCalls();
        }

        private synchronized void letGo() {
            held = null;
            // A heartbeat that found nothing to renew may have been late by the turn's own end.
            Thread.interrupted();
        }

        /// @param askedNanos when the store was asked for the turn: its lease begins no earlier
        void during(long askedNanos, TurnRun turn) {
            if (!lasts(askedNanos)) return;
            held = turn;
            pulse.start();
            try {
                turn.run();
            } finally {
                letGo();
            }
        }

        /// Whether the turn is still held: a slow store may have given it when most of its lease
        /// was used up.
        private boolean lasts(long askedNanos) {
            pulse.renewed(askedNanos);
            if (!pulse.isFaint()) return true;
            var begun = System.nanoTime();
            if (ledger.heartbeat(id).isEmpty()) return false;
            pulse.renewed(begun);
            return true;
        }

        @Override
        public void close() {
            pulse.close();
        }
    }
}
