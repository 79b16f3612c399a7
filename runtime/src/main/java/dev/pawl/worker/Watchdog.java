package dev.pawl.worker;

import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.receipt.Owned;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Looks for what crashes leave behind: sweeps the inbox and the waits, and finds turns whose
/// owners are gone. Every worker has one; they do not need to know of each other.
final class Watchdog {
    private static final int BATCH = 100;

    private final Ledger ledger;
    private final WorkerId worker;
    private final List<WorkerTarget> targets;
    private final Owners owners;
    private final Recovery recovery;

    /// @param targets whose turns it looks for
    Watchdog(Ledger ledger, WorkerId worker, List<WorkerTarget> targets, Owners owners, Recovery recovery) {
        this.ledger = ledger;
        this.worker = worker;
        this.targets = targets;
        this.owners = owners;
        this.recovery = recovery;
    }

    void sweep() {
        for (var target : targets) {
            ledger.releaseClaims(target, owners::isDead);
            ledger.sweep(target);
        }
    }

    /// A running turn whose owner is gone, and how that is known.
    record Orphan(Gate gate, Departure departure) {}

    List<Orphan> orphans() {
        var orphans = new ArrayList<Orphan>();
        for (var target : targets) {
            for (var owned : ledger.owned(target, BATCH)) {
                departure(owned).ifPresent(departure -> orphans.add(new Orphan(owned.gate(), departure)));
            }
        }
        return orphans;
    }

    private Optional<Departure> departure(Owned owned) {
        if (owned.lease().owner().equals(worker)) return Optional.empty();
        return owners.departure(owned.gate(), owned.lease(), owned.expired())
                .filter(_ -> recovery.hasMeans().test(owned.gate().agent()));
    }
}
