package dev.pawl.config;

import dev.pawl.agent.Masking;
import dev.pawl.cli.UsageError;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.host.Doorbells;
import dev.pawl.host.HostConfig;
import dev.pawl.host.Stores;
import dev.pawl.store.sqlite.Durability;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Locale;

/// The store that the settings name, and its doorbell: a file in Pawl's folder unless they say
/// otherwise.
///
/// @param home Pawl's own files
public record StoreConfig(Settings settings, Path home) {
    public String url() {
        return settings.text("pawl.store").orElse("sqlite:" + home.resolve("pawl.db"));
    }

    /// For people: without a password.
    public String shown() {
        return Masking.address(url());
    }

    public HostConfig.Store store() {
        return new HostConfig.Store(url(), durability(), lease());
    }

    /// Threads that end with the process.
    public HostConfig.Store ephemeral() {
        return new HostConfig.Store("memory:", durability(), lease());
    }

    /// What rings when there is work; empty for what belongs to the store.
    public String doorbell() {
        var setting = settings.text("pawl.doorbell").orElse("");
        Doorbells.problem(setting, url()).ifPresent(why -> {
            throw new UsageError(why);
        });
        return setting;
    }

    public Stores.Opened open() {
        return Stores.open(url(), durability(), new LocalDoorbell(), InstantSource.system());
    }

    private Durability durability() {
        return Durability.valueOf(
                settings.text("pawl.durability").orElse("full").toUpperCase(Locale.ROOT));
    }

    private Duration lease() {
        return Duration.ofSeconds(settings.whole("pawl.lease_seconds"));
    }

    /// The store's size where that is a file of this machine.
    public long fileBytes() {
        return Stores.file(url()).map(file -> file.toFile().length()).orElse(0L);
    }
}
