package dev.pawl.app;

import dev.pawl.agent.Masking;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.kernel.Doorbell;
import dev.pawl.store.Dialect;
import dev.pawl.store.JdbcThreads;
import dev.pawl.store.StoreInspection;
import dev.pawl.store.Stores;
import dev.pawl.store.memory.MemoryThreads;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.store.sqlite.Durability;
import dev.pawl.store.sqlite.SqliteDoorbell;
import dev.pawl.thread.Threads;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Optional;

/// The store that the settings name: a file in Pawl's folder unless they say otherwise.
final class StoreChoice {
    /// What this process writes is heard at once; what others write need not be heard sooner, and
    /// each look makes everybody look.
    private static final Duration OTHERS = Duration.ofMillis(500);

    private final Settings settings;
    private final Path home;
    private final boolean ephemeral;

    StoreChoice(Settings settings, Path home, boolean ephemeral) {
        this.settings = settings;
        this.home = home;
        this.ephemeral = ephemeral;
    }

    String url() {
        return ephemeral ? "memory:" : settings.text("pawl.store").orElse("sqlite:" + home.resolve("pawl.db"));
    }

    /// For people: without a password.
    String shown() {
        return Masking.address(url());
    }

    Stores.Opened open() {
        return open(new LocalDoorbell());
    }

    /// A bell that also hears what other processes of this machine do.
    Doorbell doorbell() {
        var local = new LocalDoorbell();
        return file().<Doorbell>map(file -> new SqliteDoorbell(local, file, OTHERS))
                .orElse(local);
    }

    /// Whether other processes write there without any bell that [#doorbell] hears.
    boolean hasSilentWriters() {
        return url().startsWith("postgres") || url().startsWith("jdbc:postgresql");
    }

    Stores.Opened open(Doorbell doorbell) {
        var durability = Durability.valueOf(
                settings.text("pawl.durability").orElse("full").toUpperCase(Locale.ROOT));
        var store = Stores.open(url(), durability, doorbell, InstantSource.system());
        return file().map(file -> new Stores.Opened(new FileTransactions(store.transactions(), file), store.outbox()))
                .orElse(store);
    }

    private Optional<Path> file() {
        var url = url();
        return url.startsWith("sqlite:") ? Optional.of(Path.of(url.substring("sqlite:".length()))) : Optional.empty();
    }

    /// The same choice for threads that end with the process.
    StoreChoice passing() {
        return new StoreChoice(settings, home, true);
    }

    Threads threads(Stores.Opened store) {
        return store.transactions() instanceof MemoryTransactions memory
                ? new MemoryThreads(memory)
                : new JdbcThreads(store.transactions());
    }

    /// Looks at the records themselves; a store in memory has none that could be damaged.
    Optional<StoreInspection> inspection(Stores.Opened store) {
        if (store.transactions() instanceof MemoryTransactions) return Optional.empty();
        return Optional.of(
                new StoreInspection(store.transactions(), file().isPresent() ? Dialect.SQLITE : Dialect.POSTGRES));
    }

    /// The store's size where that is a file of this machine.
    long fileBytes() {
        return file().map(file -> file.toFile().length()).orElse(0L);
    }

    Duration lease() {
        return Duration.ofSeconds(settings.whole("pawl.lease_seconds"));
    }
}
