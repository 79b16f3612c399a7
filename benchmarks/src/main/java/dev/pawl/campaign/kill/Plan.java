package dev.pawl.campaign.kill;

import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Limits;
import dev.pawl.worker.WorkerThreads.Rhythm;
import java.nio.file.Path;
import java.time.Duration;

/// What a campaign is to do.
///
/// @param store its name on the command line
/// @param place where the store is
/// @param limit when feeding and killing end, whatever was reached by then
/// @param folder for the effect file, the workers' logs and, on SQLite, the store
record Plan(String store, Place place, Size size, long seed, Duration lease, Duration limit, Path folder) {
    static final WorkerTarget TARGET = new WorkerTarget("generic");
    static final int TURNS_AT_ONCE = 8;

    /// @param url of the store
    /// @param nats of the message bus, or nothing when the store has a bell of its own
    record Place(String url, String nats) {}

    record Size(int turns, int kills, int workers) {}

    Path effects() {
        return folder.resolve("effects.log");
    }

    Limits limits() {
        return limits(lease);
    }

    /// The usual ones: a turn that is hit by kill after kill may be given up, which the audit
    /// counts.
    static Limits limits(Duration lease) {
        return Limits.DEFAULT.withLease(lease).withClaim(lease);
    }

    static Rhythm rhythm(Duration lease) {
        var tick = lease.dividedBy(10);
        var second = Duration.ofSeconds(1);
        return new Rhythm(lease, second, tick.compareTo(second) < 0 ? tick : second);
    }
}
