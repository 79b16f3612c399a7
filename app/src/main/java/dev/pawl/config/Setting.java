package dev.pawl.config;

import dev.pawl.toml.TomlText;
import dev.pawl.toml.TomlValue;
import java.util.List;

/// A setting in force and the layer it comes from.
///
/// @param path   the parts of its key
/// @param origin for people: `default`, a file, a profile, or the option's name
public record Setting(List<String> path, TomlValue value, String origin) {
    public Setting {
        path = List.copyOf(path);
    }

    public String key() {
        return key(path);
    }

    public static String key(List<String> path) {
        var key = new StringBuilder();
        for (var part : path) {
            if (!key.isEmpty()) key.append('.');
            key.append(TomlText.key(part));
        }
        return key.toString();
    }

    /// Whether one key is the other, or lies below it: then only one of the two can be in force.
    public boolean excludes(List<String> other) {
        int common = Math.min(path.size(), other.size());
        return path.subList(0, common).equals(other.subList(0, common));
    }
}
