package dev.pawl.worker;

import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Owned;
import dev.pawl.kernel.receipt.Swept;
import dev.pawl.kernel.receipt.Takeover;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Mends what crashes leave behind: sweeps the inbox and the waits, and takes turns over whose
/// owners are gone. Every worker has one; they do not need to know of each other.
final class Watchdog {
    private static final int BATCH = 100;

    private final Ledger ledger;
    private final WorkerId worker;
    private final WorkerTarget target;
    private final Predicate<WorkerId> isDead;

    Watchdog(Ledger ledger, WorkerId worker, WorkerTarget target, Predicate<WorkerId> isDead) {
        this.ledger = ledger;
        this.worker = worker;
        this.target = target;
        this.isDead = isDead;
    }

    Swept sweep() {
        return ledger.sweep(target);
    }

    /// The turns this worker now holds because their owners are gone, at most `max`.
    List<Hold> takeOver(int max) {
        var holds = new ArrayList<Hold>();
        for (var owned : ledger.owned(target, BATCH)) {
            if (holds.size() >= max) break;
            var departure = departure(owned);
            if (departure.isEmpty()) continue;
            if (ledger.takeOver(owned.gate(), worker, departure.get()) instanceof Takeover.Taken(var hold))
                holds.add(hold);
        }
        return holds;
    }

    private Optional<Departure> departure(Owned owned) {
        if (owned.lease().owner().equals(worker)) return Optional.empty();
        if (owned.expired()) return Optional.of(Departure.EXPIRED);
        return isDead.test(owned.lease().owner()) ? Optional.of(Departure.DEAD) : Optional.empty();
    }
}
