package dev.pawl.host;

import dev.pawl.doorbell.BusRelay;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.doorbell.NatsDoorbell;
import dev.pawl.doorbell.Subjects;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.rows.Outbox;
import dev.pawl.store.postgres.PostgresDoorbell;
import dev.pawl.store.postgres.PostgresUrl;
import dev.pawl.store.sqlite.SqliteDoorbell;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Opens the doorbell that a setting names: `local`, `postgres` or `nats://host:port`; by default
/// the one that belongs to the store.
public final class Doorbells {
    public static final String LOCAL = "local";
    public static final String POSTGRES = "postgres";
    public static final String NATS = "nats://";

    /// How often the file of a store is looked at for writes of other processes. Writes of this
    /// process ring at once.
    private static final Duration OTHERS = Duration.ofMillis(500);

    private static final Duration RELAY_TICK = Duration.ofSeconds(1);

    private Doorbells() {}

    /// A doorbell, and the part of it that is heard in this process only.
    record Opened(Doorbell doorbell, Doorbell local) {}

    /// The setting's value, or the one that belongs to the store.
    public static String orDefault(String setting, String store) {
        if (!setting.isEmpty()) return setting;
        return Stores.isPostgres(store) ? POSTGRES : LOCAL;
    }

    /// Why a doorbell cannot be had with a store; empty when it can.
    public static Optional<String> problem(String setting, String store) {
        if (setting.isEmpty() || setting.equals(LOCAL) || setting.startsWith(NATS)) return Optional.empty();
        if (!setting.equals(POSTGRES)) {
            return Optional.of("pawl.doorbell is \"" + setting + "\": write local, postgres or nats://host:port");
        }
        return Stores.isPostgres(store)
                ? Optional.empty()
                : Optional.of(
                        "pawl.doorbell is \"postgres\", but the store is not: set pawl.store to a postgresql:// URL"
                                + " or pawl.doorbell to local");
    }

    static Opened open(String setting, String store) {
        problem(setting, store).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        var local = new LocalDoorbell();
        var name = orDefault(setting, store);
        if (name.startsWith(NATS)) return new Opened(new NatsDoorbell(local, name, Subjects.plain()), local);
        if (name.equals(POSTGRES))
            return new Opened(
                    new PostgresDoorbell(local, PostgresUrl.parse(store).source("pawl-doorbell")), local);
        return new Opened(
                Stores.file(store)
                        .<Doorbell>map(file -> new SqliteDoorbell(local, file, OTHERS))
                        .orElse(local),
                local);
    }

    /// How many milliseconds it takes until the doorbell hears other processes; 0 for one without a
    /// server, empty when its server does not answer in time.
    public static Optional<Long> probe(String setting, String store, Duration patience) {
        if (orDefault(setting, store).equals(LOCAL)) return Optional.of(0L);
        var begun = System.nanoTime();
        var connected = new CountDownLatch(1);
        // Each connection begins with a bell for all: what was missed before is not known.
        try (var doorbell = open(setting, store).doorbell();
                var _ = doorbell.listen(_ -> connected.countDown())) {
            if (!connected.await(patience.toMillis(), TimeUnit.MILLISECONDS)) return Optional.empty();
            return Optional.of(Math.max(1, (System.nanoTime() - begun) / 1_000_000));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    /// Carries the outbox to NATS where the setting names a server.
    static Optional<BusRelay> relay(String setting, Outbox outbox) {
        if (!setting.startsWith(NATS)) return Optional.empty();
        var relay = new BusRelay(outbox, setting, Subjects.plain(), RELAY_TICK);
        relay.start();
        return Optional.of(relay);
    }
}
