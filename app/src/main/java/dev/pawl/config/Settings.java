package dev.pawl.config;

import dev.pawl.toml.TomlValue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// The settings in force, after all layers. Immutable; made by [SettingsLoader].
public final class Settings {
    private final Map<String, Setting> settings;

    public Settings(Collection<Setting> settings) {
        var sorted = new TreeMap<String, Setting>();
        for (var setting : settings) sorted.put(setting.key(), setting);
        this.settings = Collections.unmodifiableMap(sorted);
    }

    /// All of them, by key.
    public Collection<Setting> all() {
        return settings.values();
    }

    public Optional<String> text(String key) {
        return value(key) instanceof TomlValue.Text(var text) ? Optional.of(text) : Optional.empty();
    }

    /// A whole number that has a default.
    public long whole(String key) {
        if (value(key) instanceof TomlValue.Whole(var number)) return number;
        throw new IllegalArgumentException(key + " has no default and is not set");
    }

    /// A whole number, or this when nobody set it.
    public long whole(String key, long otherwise) {
        return value(key) instanceof TomlValue.Whole(var number) ? number : otherwise;
    }

    /// The texts whose keys begin with a prefix, by the rest of the key.
    public Map<String, String> textsUnder(String prefix) {
        var texts = new TreeMap<String, String>();
        for (var setting : settings.values()) {
            if (setting.key().startsWith(prefix) && setting.value() instanceof TomlValue.Text(var text)) {
                texts.put(setting.path().getLast(), text);
            }
        }
        return texts;
    }

    /// Whether anybody set it, or it has a default.
    public boolean isSet(String key) {
        return settings.containsKey(key);
    }

    /// Whether a switch is on; one that nobody set is off.
    public boolean isOn(String key) {
        return value(key) instanceof TomlValue.Flag(var on) && on;
    }

    /// The texts of a list; none when it is not set.
    public List<String> texts(String key) {
        var texts = new ArrayList<String>();
        if (value(key) instanceof TomlValue.Array(var values)) {
            for (var value : values) if (value instanceof TomlValue.Text(var text)) texts.add(text);
        }
        return texts;
    }

    /// The value as it was written; an empty table when it is not set.
    public TomlValue value(String key) {
        var setting = settings.get(key);
        return setting == null ? new TomlValue.Table(Map.of()) : setting.value();
    }

    /// The names under a table of tables, as the providers in `model_providers`.
    public List<String> names(String table) {
        var names = new ArrayList<String>();
        for (var setting : settings.values()) {
            var path = setting.path();
            if (path.size() > 1 && path.getFirst().equals(table) && !names.contains(path.get(1)))
                names.add(path.get(1));
        }
        return names;
    }
}
