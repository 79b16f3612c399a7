package dev.pawl.setup;

import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.Prompt;
import dev.pawl.card.Item;
import dev.pawl.config.ProviderPreset;
import dev.pawl.http.Proxies;
import dev.pawl.id.ThreadId;
import dev.pawl.provider.ModelListing;
import dev.pawl.provider.Providers;
import dev.pawl.provider.dialect.ApiKey;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.dialect.WireApi;
import dev.pawl.toml.Toml;
import dev.pawl.toml.TomlEdit;
import dev.pawl.toml.TomlValue;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A provider as it was chosen: it can be tried before it is written down.
///
/// @param variable the variable of its key; empty where none is needed
record ProviderChoice(String id, String name, String baseUrl, String wireApi, String variable, String key) {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    ProviderChoice withKey(String other) {
        return new ProviderChoice(id, name, baseUrl, wireApi, variable, other);
    }

    private ProviderSettings settings(Proxies proxies) {
        var endpoint = new ProviderSettings.Endpoint(
                baseUrl, key.isEmpty() ? ApiKey.NONE : ApiKey.of(key), Map.of(), Map.of(), proxies);
        var patience = new ProviderSettings.RetryPolicy(0, 0, PATIENCE, Duration.ofMillis(200));
        return new ProviderSettings(id, name, WireApi.valueOf(wireApi.toUpperCase(Locale.ROOT)), endpoint, patience);
    }

    /// Throws [dev.pawl.agent.ModelFailure].
    List<String> models(Proxies proxies) {
        return ModelListing.of(settings(proxies));
    }

    /// One short request, as a turn would send it. Throws [dev.pawl.agent.ModelFailure].
    void test(String model, Proxies proxies) throws InterruptedException {
        var prompt = new Prompt(
                new ThreadId("setup"),
                model,
                "You are asked whether you can be reached.",
                List.of(Item.UserMessage.of("Say OK.")),
                List.of(),
                Prompt.ResponseOptions.PLAIN);
        try (Model opened = Providers.open(settings(proxies));
                var response = opened.ask(prompt)) {
            while (!(response.next() instanceof ModelEvent.Completed)) {}
        }
    }

    /// The text of `config.toml` with this provider and model; everything else stays.
    String written(String text, String model) {
        var next = TomlEdit.set(text, Toml.key("model"), new TomlValue.Text(model));
        next = TomlEdit.set(next, Toml.key("model_provider"), new TomlValue.Text(id));
        var preset = ProviderPreset.of(id);
        if (preset.isPresent() && preset.get().baseUrl().equals(baseUrl)) return next;
        for (var entry :
                Map.of("name", name, "base_url", baseUrl, "wire_api", wireApi, "env_key", variable).entrySet().stream()
                        .sorted(Map.Entry.<String, String>comparingByKey().reversed())
                        .toList()) {
            if (entry.getValue().isEmpty()) continue;
            next = TomlEdit.set(
                    next, List.of("model_providers", id, entry.getKey()), new TomlValue.Text(entry.getValue()));
        }
        return next;
    }
}
