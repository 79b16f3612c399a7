package dev.pawl.app;

import dev.pawl.toml.TomlValue;
import java.util.List;
import java.util.Optional;

/// A setting Pawl knows.
///
/// @param pattern the parts of its key; `*` stands for any one part, a last `**` for any number of
///     them
/// @param usual   its value when nobody sets it
record KnownSetting(List<String> pattern, Kind kind, List<String> choices, Optional<TomlValue> usual) {
    /// What its value must be.
    enum Kind {
        TEXT,
        WHOLE,
        DECIMAL,
        FLAG,
        LIST,
        ANY;

        boolean takes(TomlValue value) {
            return switch (this) {
                case TEXT -> value instanceof TomlValue.Text;
                case WHOLE -> value instanceof TomlValue.Whole;
                case DECIMAL -> value instanceof TomlValue.Decimal || value instanceof TomlValue.Whole;
                case FLAG -> value instanceof TomlValue.Flag;
                case LIST -> value instanceof TomlValue.Array;
                case ANY -> true;
            };
        }
    }

    static KnownSetting known(String key, Kind kind, String... choices) {
        return new KnownSetting(List.of(key.split("\\.")), kind, List.of(choices), Optional.empty());
    }

    KnownSetting usually(TomlValue value) {
        return new KnownSetting(pattern, kind, choices, Optional.of(value));
    }

    KnownSetting usually(String value) {
        return usually(new TomlValue.Text(value));
    }

    KnownSetting usually(long value) {
        return usually(new TomlValue.Whole(value));
    }

    String key() {
        return String.join(".", pattern);
    }

    boolean matches(List<String> path) {
        boolean open = pattern.getLast().equals("**");
        int fixed = open ? pattern.size() - 1 : pattern.size();
        if (open ? path.size() <= fixed : path.size() != fixed) return false;
        for (int i = 0; i < fixed; i++) {
            if (!pattern.get(i).equals("*") && !pattern.get(i).equals(path.get(i))) return false;
        }
        return true;
    }
}
