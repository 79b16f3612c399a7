package dev.pawl.app;

import dev.pawl.agent.Masking;
import dev.pawl.cli.Finding;
import dev.pawl.cli.HealthCheck;
import dev.pawl.cli.UsageError;
import dev.pawl.id.AgentId;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.provider.WireApi;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.Locale;

/// The looks of `pawl doctor` at what the settings name: the store, the doorbell and the provider.
final class TurnChecks {
    private static final int PATIENCE_MS = 3_000;
    private static final AgentId NOBODY = new AgentId("doctor");

    private final Settings settings;
    private final StoreChoice stores;
    private final ProviderChoice providers;

    TurnChecks(Settings settings, StoreChoice stores, ProviderChoice providers) {
        this.settings = settings;
        this.stores = stores;
        this.providers = providers;
    }

    List<HealthCheck> all() {
        return List.of(this::store, this::doorbell, this::provider);
    }

    /// Opens it and reads from it, as a turn would.
    private Finding store() {
        try (var store = stores.open()) {
            var agent = store.transactions().read(books -> books.heads().peek(NOBODY));
            return Finding.ok("store", stores.shown() + (agent.isEmpty() ? "" : " (somebody is called doctor)"));
        } catch (StoreFailure failure) {
            return Finding.missing(
                    "store", String.valueOf(failure.getMessage()), "see --store and pawl.store in config.toml");
        }
    }

    private Finding doorbell() {
        var address = settings.text("pawl.doorbell").orElse("local");
        if (address.equals("local")) return Finding.ok("doorbell", "local");
        return reach("doorbell", address, 4222, "the bell is a hint: turns only get slower without it");
    }

    private Finding provider() {
        var id = settings.text("model_provider").orElse("openai");
        try {
            var provider = providers.of(id);
            if (provider.wireApi() == WireApi.SCRIPTED) return Finding.ok("provider", id + " (scripted)");
            if (id.equals("openai")
                    || settings.text("model_providers." + id + ".env_key").isPresent()) {
                var key = provider.endpoint().key().value();
                if (key.isEmpty()) return Finding.warn("provider", id + " has no key", "export OPENAI_API_KEY=…");
            }
            return reach(
                    "provider",
                    provider.endpoint().baseUrl(),
                    443,
                    "start the server, or name another one in config.toml");
        } catch (UsageError missing) {
            var lines = missing.text().lines().map(String::strip).toList();
            var remedy = String.join(" ", lines.subList(1, lines.size()));
            return Finding.warn(
                    "provider",
                    lines.getFirst(),
                    remedy + (remedy.isEmpty() ? "" : "; ") + "pawl demo works without one");
        }
    }

    private static Finding reach(String name, String address, int usualPort, String remedy) {
        try (var socket = new Socket()) {
            var uri = URI.create(address);
            var secure = "https".equals(String.valueOf(uri.getScheme()).toLowerCase(Locale.ROOT));
            var port = uri.getPort() > 0 ? uri.getPort() : secure ? 443 : usualPort == 443 ? 80 : usualPort;
            socket.connect(new InetSocketAddress(String.valueOf(uri.getHost()), port), PATIENCE_MS);
            return Finding.ok(name, uri.getHost() + ":" + port + " answers");
        } catch (IOException | IllegalArgumentException silent) {
            return Finding.warn(name, Masking.address(address) + " cannot be reached: " + silent.getMessage(), remedy);
        }
    }
}
