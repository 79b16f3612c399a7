package dev.pawl.provider;

import dev.pawl.agent.Model;
import dev.pawl.provider.anthropic.AnthropicDialect;
import dev.pawl.provider.chat.ChatDialect;
import dev.pawl.provider.dialect.Dialect;
import dev.pawl.provider.dialect.ProviderSettings;
import dev.pawl.provider.responses.ResponsesDialect;
import dev.pawl.provider.script.RecordingModel;
import dev.pawl.provider.script.ScriptedModel;
import java.nio.file.Path;

/// Opens models by their settings. Nothing is sent, read or connected until the model is asked.
public final class Providers {
    private Providers() {}

    /// Throws `IllegalArgumentException` for an address that cannot be one.
    public static Model open(ProviderSettings settings) {
        return open(settings, RetryPause.PARKED);
    }

    /// The same, with another way to wait between two tries.
    public static Model open(ProviderSettings settings, RetryPause pause) {
        return switch (settings.wireApi()) {
            case RESPONSES -> http(settings, new ResponsesDialect(settings.endpoint()), pause);
            case CHAT -> http(settings, new ChatDialect(settings.endpoint()), pause);
            case ANTHROPIC -> http(settings, new AnthropicDialect(settings.endpoint()), pause);
            case SCRIPTED -> new ScriptedModel(Path.of(settings.endpoint().baseUrl()));
        };
    }

    /// The same model, which also writes down what it says as a script that can be played again.
    public static Model recording(Model model, Path script) {
        return new RecordingModel(model, script);
    }

    private static Model http(ProviderSettings settings, Dialect dialect, RetryPause pause) {
        return new HttpModel(dialect, settings, pause);
    }
}
