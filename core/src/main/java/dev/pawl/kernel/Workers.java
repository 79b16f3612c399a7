package dev.pawl.kernel;

import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/// The workers that serve a store, for people who ask: nothing decides by this list. A worker that
/// died stays listed for a day. How many turns one runs is in the heads. Safe for use by many
/// threads and processes.
public interface Workers {
    /// What a worker says of itself.
    ///
    /// @param targets  the pools it serves
    /// @param host     the machine's name
    /// @param slots    how many turns it runs at once
    /// @param version  of the program
    /// @param draining whether it takes no more turns
    record Profile(
            WorkerId id,
            List<WorkerTarget> targets,
            String host,
            long pid,
            int slots,
            String version,
            boolean draining) {
        public Profile {
            targets = List.copyOf(targets);
        }
    }

    /// All times by the store's clock.
    ///
    /// @param leaseUntil how long it is believed to be there without another word
    record Listed(Profile worker, Instant startedAt, Instant seenAt, Instant leaseUntil) {
        public boolean isGone(Instant now) {
            return leaseUntil.isBefore(now);
        }
    }

    /// Lists a worker, or renews its entry; entries that are a day old are dropped.
    void announce(Profile worker, Duration lease);

    /// The worker has ended in order.
    void leave(WorkerId worker);

    /// Those that came first are first.
    List<Listed> all();

    /// The store's time.
    Instant now();
}
