package dev.pawl.doctor;

import dev.pawl.agent.Masking;
import dev.pawl.cli.UsageError;
import dev.pawl.config.ProviderConfig;
import dev.pawl.config.Settings;
import dev.pawl.config.StoreConfig;
import dev.pawl.event.StoreDown;
import dev.pawl.host.Doorbells;
import dev.pawl.id.AgentId;
import dev.pawl.provider.dialect.WireApi;
import dev.pawl.store.StoreInspection;
import dev.pawl.store.StoreInspection.Damage;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/// The looks of `pawl doctor` at what the settings name: the store and the provider.
public final class TurnChecks {
    private static final int PATIENCE_MS = 3_000;
    private static final long QUICKLY_CHECKED = 64L << 20;
    private static final int MOST_SHOWN = 20;
    private static final Duration BELL_PATIENCE = Duration.ofSeconds(3);
    private static final AgentId NOBODY = new AgentId("doctor");

    private final Settings settings;
    private final StoreConfig stores;
    private final ProviderConfig providers;
    private final boolean deep;

    /// @param deep whether every record of the store is looked at
    public TurnChecks(Settings settings, StoreConfig stores, ProviderConfig providers, boolean deep) {
        this.deep = deep;
        this.settings = settings;
        this.stores = stores;
        this.providers = providers;
    }

    public List<HealthCheck> all() {
        return List.of(this::store, this::doorbell, this::provider);
    }

    /// Opens it and reads from it, as a turn would. Every record is compared with its checksum only
    /// when that is asked for: a large store takes a while.
    private Finding store() {
        try (var store = stores.open()) {
            var agent = store.transactions().read(rows -> rows.heads().peek(NOBODY));
            var shown = stores.shown() + (agent.isEmpty() ? "" : " (somebody is called doctor)");
            return store.inspection()
                    .map(inspection -> inspected(shown, inspection))
                    .orElse(Finding.ok("store", shown));
        } catch (StoreDown failure) {
            return Finding.missing(
                    "store", String.valueOf(failure.getMessage()), "see --store and pawl.store in config.toml");
        }
    }

    /// Opens it as a server would, and waits until it would hear other processes.
    private Finding doorbell() {
        try {
            var setting = stores.doorbell();
            var shown = Masking.address(Doorbells.orDefault(setting, stores.url()));
            return Doorbells.probe(setting, stores.url(), BELL_PATIENCE)
                    .map(millis ->
                            Finding.ok("doorbell", shown + (millis == 0 ? "" : ": answers in " + millis + " ms")))
                    .orElseGet(() -> Finding.warn(
                            "doorbell",
                            shown + " does not answer: other processes are heard by looking once a second",
                            "start the server, or set pawl.doorbell in config.toml"));
        } catch (UsageError wrong) {
            return Finding.missing("doorbell", wrong.text(), "see pawl.doorbell in config.toml");
        } catch (StoreDown failure) {
            return Finding.warn("doorbell", String.valueOf(failure.getMessage()), "see pawl.store in config.toml");
        }
    }

    private Finding inspected(String shown, StoreInspection inspection) {
        if (!deep) {
            var damage = stores.fileBytes() < QUICKLY_CHECKED ? inspection.file() : List.<Damage>of();
            return damage.isEmpty() ? Finding.ok("store", shown) : damaged(shown, damage);
        }
        var report = inspection.all();
        return report.damage().isEmpty()
                ? Finding.ok("store", shown + ": " + report.records() + " records are whole")
                : damaged(shown, report.damage());
    }

    private static Finding damaged(String shown, List<Damage> damage) {
        var lines = new StringBuilder(shown + " is damaged:");
        for (var one : damage.subList(0, Math.min(damage.size(), MOST_SHOWN))) {
            lines.append("\n    ");
            if (!one.thread().isEmpty())
                lines.append("thread ").append(one.thread()).append(": ");
            lines.append(one.what().lines().findFirst().orElse(""));
        }
        if (damage.size() > MOST_SHOWN)
            lines.append("\n    and ").append(damage.size() - MOST_SHOWN).append(" more");
        return Finding.missing(
                "store",
                lines.toString(),
                "restore the store from a copy, or save threads with: pawl threads export THREAD --salvage");
    }

    private Finding provider() {
        var id = settings.text("model_provider").orElse("openai");
        try {
            var provider = providers.of(id);
            if (provider.wireApi() == WireApi.SCRIPTED) return Finding.ok("provider", id + " (scripted)");
            if (id.equals("openai")
                    || settings.text("model_providers." + id + ".env_key").isPresent()) {
                var key = provider.endpoint().key().value();
                if (key.isEmpty()) return Finding.missing("provider", id + " has no key", "pawl setup");
            }
            return reach(
                    "provider", provider.endpoint().baseUrl(), "start the server, or name another one in config.toml");
        } catch (UsageError missing) {
            var lines = missing.text().lines().map(String::strip).toList();
            var remedy = String.join(" ", lines.subList(1, lines.size()));
            return Finding.missing(
                    "provider",
                    lines.getFirst(),
                    remedy + (remedy.isEmpty() ? "" : "; ") + "pawl demo works without one");
        }
    }

    private static Finding reach(String name, String address, String remedy) {
        try (var socket = new Socket()) {
            var uri = URI.create(address);
            var secure = "https".equals(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT));
            var port = uri.getPort() > 0 ? uri.getPort() : secure ? 443 : 80;
            socket.connect(new InetSocketAddress(String.valueOf(uri.getHost()), port), PATIENCE_MS);
            return Finding.ok(name, uri.getHost() + ":" + port + " answers");
        } catch (IOException | IllegalArgumentException silent) {
            return Finding.missing(
                    name, Masking.address(address) + " cannot be reached: " + silent.getMessage(), remedy);
        }
    }
}
