package dev.pawl.config;

import dev.pawl.agent.Redaction;
import dev.pawl.config.secret.KeyFile;
import dev.pawl.config.secret.Secrets;
import dev.pawl.toml.TomlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What this process knows as secrets, by its variables and settings.
///
/// @param kept the key that a client gave
public record RedactionConfig(Settings settings, Environment environment, KeyFile kept) {
    public boolean isOn() {
        return settings.isOn("pawl.redact");
    }

    public Redaction redaction() {
        return new Redaction(this::known);
    }

    private Collection<String> known() {
        var known = new ArrayList<String>();
        kept.read().ifPresent(known::add);
        for (var preset : ProviderPreset.ALL) kept.of(preset.id()).read().ifPresent(known::add);
        var keys = keyVariables();
        environment.variables().forEach((name, value) -> {
            if (keys.contains(name) || Redaction.isSecretName(name) || Redaction.isSecretValue(value)) known.add(value);
        });
        for (var setting : settings.all()) {
            known.addAll(secrets(setting.value(), Secrets.masked(setting.path(), setting.value())));
        }
        return known;
    }

    /// The texts of a setting that are not shown.
    private static List<String> secrets(TomlValue value, TomlValue shown) {
        if (value.equals(shown)) return List.of();
        if (value instanceof TomlValue.Text(var text)) return List.of(bare(text));
        var secrets = new ArrayList<String>();
        if (value instanceof TomlValue.Array(var values) && shown instanceof TomlValue.Array(var masked)) {
            for (var i = 0; i < values.size(); i++) secrets.addAll(secrets(values.get(i), masked.get(i)));
        }
        return secrets;
    }

    /// A header's value without its scheme.
    private static String bare(String text) {
        return text.substring(text.lastIndexOf(' ') + 1);
    }

    /// Variables that settings name as the place of a key, whatever they are called.
    public Set<String> keyVariables() {
        var names = new HashSet<String>();
        for (var preset : ProviderPreset.ALL) names.add(preset.keyVariable());
        for (var setting : settings.all()) {
            var path = setting.path();
            var holder = path.size() > 1 ? path.get(path.size() - 2) : "";
            var named = List.of("env_key", "bearer_token_env_var").contains(path.getLast());
            if ((named || holder.equals("env_http_headers")) && setting.value() instanceof TomlValue.Text(var name)) {
                names.add(name);
            }
        }
        return names;
    }
}
