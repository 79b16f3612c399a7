package dev.pawl.config;

import dev.pawl.cli.Text;
import dev.pawl.toml.TomlValue;
import java.util.List;
import java.util.Optional;

/// A setting Pawl knows.
///
/// @param pattern the parts of its key; `*` stands for any one part, a last `**` for any number of
///     them
/// @param usual   its value when nobody sets it
public record KnownSetting(List<String> pattern, Kind kind, List<String> choices, Optional<TomlValue> usual) {
    /// What its value must be.
    public enum Kind {
        TEXT,
        WHOLE,
        DECIMAL,
        FLAG,
        LIST,
        ANY;

        /// The kind's name for people.
        public Text text() {
            return switch (this) {
                case TEXT -> Text.KIND_TEXT;
                case WHOLE -> Text.KIND_WHOLE;
                case DECIMAL -> Text.KIND_DECIMAL;
                case FLAG -> Text.KIND_FLAG;
                case LIST -> Text.KIND_LIST;
                case ANY -> Text.KIND_TABLE;
            };
        }

        public boolean takes(TomlValue value) {
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

    public static KnownSetting known(String key, Kind kind, String... choices) {
        return new KnownSetting(List.of(key.split("\\.")), kind, List.of(choices), Optional.empty());
    }

    public KnownSetting usually(TomlValue value) {
        return new KnownSetting(pattern, kind, choices, Optional.of(value));
    }

    public KnownSetting usually(String value) {
        return usually(new TomlValue.Text(value));
    }

    public KnownSetting usually(long value) {
        return usually(new TomlValue.Whole(value));
    }

    public String key() {
        return String.join(".", pattern);
    }

    public boolean matches(List<String> path) {
        boolean open = pattern.getLast().equals("**");
        int fixed = open ? pattern.size() - 1 : pattern.size();
        if (open ? path.size() <= fixed : path.size() != fixed) return false;
        for (int i = 0; i < fixed; i++) {
            if (!pattern.get(i).equals("*") && !pattern.get(i).equals(path.get(i))) return false;
        }
        return true;
    }
}
