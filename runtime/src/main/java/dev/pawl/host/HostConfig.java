package dev.pawl.host;

import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.sqlite.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// What a host is made of.
///
/// @param home        Pawl's own files
/// @param doorbell    `local`, `postgres` or `nats://…`; empty for the one of the store
/// @param threads     what turns begin with, asked again for each
/// @param aroundStore stands around every transaction of the ledger
public record HostConfig(
        Path home,
        Store store,
        String doorbell,
        WorkerMode worker,
        Supplier<ThreadConfig> threads,
        UnaryOperator<Transactions> aroundStore) {
    /// @param url   `sqlite:PATH`, `postgresql://…` or `memory:`
    /// @param lease how long a worker may be silent before others take its turns over
    public record Store(String url, Durability durability, Duration lease) {
        private static final Duration USUAL_LEASE = Duration.ofSeconds(15);

        /// Durable, with the usual lease.
        public static Store of(String url) {
            return new Store(url, Durability.FULL, USUAL_LEASE);
        }
    }

    /// With the doorbell that belongs to the store.
    public static HostConfig of(Path home, Store store, WorkerMode worker, ThreadConfig threads) {
        return new HostConfig(home, store, "", worker, () -> threads, UnaryOperator.identity());
    }
}
