package dev.pawl.host;

import dev.pawl.agent.Model;
import dev.pawl.agent.Redaction;
import dev.pawl.agent.Tool;
import dev.pawl.provider.Providers;
import dev.pawl.provider.RedactingModel;
import dev.pawl.tool.RedactingTool;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The models of one state of the settings, by provider. Safe for use by many threads.
///
/// @param links  those that keep connections
/// @param models the same, with secrets removed from what they are sent
record Models(ThreadConfig config, Optional<Redaction> redaction, Map<String, Model> links, Map<String, Model> models) {
    static Models of(ThreadConfig config) {
        return with(config, new ConcurrentHashMap<>());
    }

    private static Models with(ThreadConfig config, Map<String, Model> links) {
        return new Models(config, config.redaction(), links, new ConcurrentHashMap<>());
    }

    /// By other settings; connections are kept unless the providers have changed, too.
    Models next(ThreadConfig now) {
        return now.hasSameProviders(config) ? with(now, links) : of(now);
    }

    Model model(String provider) {
        return models.computeIfAbsent(provider, this::open);
    }

    private Model open(String provider) {
        var settings = config.provider(provider);
        var link = links.computeIfAbsent(provider, _ -> Providers.open(settings));
        var model = redaction
                .<Model>map(secrets -> new RedactingModel(link, secrets))
                .orElse(link);
        return config.recording().map(file -> Providers.recording(model, file)).orElse(model);
    }

    Tool redacted(Tool tool) {
        return redaction.<Tool>map(secrets -> new RedactingTool(tool, secrets)).orElse(tool);
    }
}
