package dev.pawl.worker;

import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Liveness;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// Tells whether the owner of a turn is gone.
///
/// A lease that has run out proves nothing about a living process: after a sleep of the machine, or
/// a step of its clock, the owner had no time to renew it, and a clock that is ahead sees every
/// lease as expired. While the owner's process is alive and not stopped, its lease must stay the
/// same for most of a lease, by a clock that does not step, before the turn may be taken over. A
/// living owner renews it three times in that time. Safe for use by many threads.
final class Owners {
    private final Function<WorkerId, Liveness> vitals;
    private final LongSupplier nanos;
    private final long graceNanos;
    private final Map<Gate, Sight> sights = new HashMap<>();

    /// A lease, and when it was first seen.
    private record Sight(Lease lease, long nanos) {}

    /// @param lease how long a lease is
    Owners(Function<WorkerId, Liveness> vitals, Duration lease) {
        this(vitals, lease, System::nanoTime);
    }

    Owners(Function<WorkerId, Liveness> vitals, Duration lease, LongSupplier nanos) {
        this.vitals = vitals;
        this.nanos = nanos;
        this.graceNanos = lease.toNanos() / 5 * 4;
    }

    boolean isDead(WorkerId worker) {
        return vitals.apply(worker) == Liveness.DEAD;
    }

    /// How the owner of this turn departed; empty while it may still hold it.
    ///
    /// @param expired whether the lease may have run out by the store's clock
    synchronized Optional<Departure> departure(Gate gate, Lease lease, boolean expired) {
        return switch (vitals.apply(lease.owner())) {
            case DEAD -> Optional.of(Departure.DEAD);
            case STOPPED, UNKNOWN -> expired ? Optional.of(Departure.EXPIRED) : Optional.empty();
            case ALIVE ->
                lease.isReleased() || (isStale(gate, lease) && expired)
                        ? Optional.of(Departure.EXPIRED)
                        : Optional.empty();
        };
    }

    private boolean isStale(Gate gate, Lease lease) {
        var now = nanos.getAsLong();
        var known = sights.get(gate);
        if (known != null && known.lease().equals(lease)) return now - known.nanos() >= graceNanos;
        sights.keySet().removeIf(other -> other.agent().equals(gate.agent()));
        sights.put(gate, new Sight(lease, now));
        return false;
    }
}
