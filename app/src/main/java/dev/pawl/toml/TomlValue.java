package dev.pawl.toml;

import java.time.temporal.Temporal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A value of a TOML document. Immutable.
public sealed interface TomlValue {
    record Text(String value) implements TomlValue {}

    record Whole(long value) implements TomlValue {}

    record Decimal(double value) implements TomlValue {}

    record Flag(boolean value) implements TomlValue {}

    /// A date, a time, or both, with or without an offset.
    record Moment(Temporal value) implements TomlValue {}

    record Array(List<TomlValue> values) implements TomlValue {
        public Array {
            values = List.copyOf(values);
        }
    }

    /// Keys in the order of the document.
    record Table(Map<String, TomlValue> entries) implements TomlValue {
        public Table {
            entries = Collections.unmodifiableMap(new LinkedHashMap<>(entries));
        }
    }

    /// As TOML on one line.
    default String toToml() {
        return switch (this) {
            case Text(var value) -> TomlText.quoted(value);
            case Whole(var value) -> Long.toString(value);
            case Decimal(var value) -> TomlText.decimal(value);
            case Flag(var value) -> Boolean.toString(value);
            case Moment(var value) -> value.toString();
            case Array(var values) -> {
                var parts = new ArrayList<String>();
                for (var value : values) parts.add(value.toToml());
                yield "[" + String.join(", ", parts) + "]";
            }
            case Table(var entries) -> {
                var parts = new ArrayList<String>();
                for (var entry : entries.entrySet()) {
                    parts.add(TomlText.key(entry.getKey()) + " = "
                            + entry.getValue().toToml());
                }
                yield parts.isEmpty() ? "{}" : "{ " + String.join(", ", parts) + " }";
            }
        };
    }
}
