package dev.pawl.provider.dialect;

import dev.pawl.card.Item.Opaque;
import dev.pawl.card.Item.Reasoning;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.LinkedHashMap;
import java.util.Set;

/// What only a provider can read again: its own JSON, kept as it came. A seal carries its `type`,
/// so that a thread which changes its provider does not send one's thoughts to another.
public final class Sealed {
    /// The server does not keep what it said (`store: false`), so its names for it mean nothing; it
    /// refuses the status of thoughts.
    private static final Set<String> SERVER_ONLY = Set.of("id", "status");

    /// Begins the kind of a block that only Anthropic's format has.
    public static final String ANTHROPIC = "anthropic.";

    private Sealed() {}

    public static String seal(Json item) {
        return without(item, SERVER_ONLY).write();
    }

    /// The sealed JSON if it is of this type, else nothing.
    public static Json open(Reasoning reasoning, String type) {
        return open(reasoning.sealed(), type);
    }

    public static Json open(String sealed, String type) {
        if (sealed.isEmpty()) return new Json.Null();
        var json = parsed(sealed);
        return json.text("type", "").equals(type) ? json : new Json.Null();
    }

    public static Json opaque(Opaque opaque) {
        return parsed(opaque.json());
    }

    /// The fields that tell something: neither null nor an empty list.
    public static Json.Obj telling(Json object) {
        var fields = new LinkedHashMap<>(object.asFields());
        fields.values().removeIf(value -> value.isNull() || (value instanceof Json.Arr(var all) && all.isEmpty()));
        return new Json.Obj(fields);
    }

    private static Json parsed(String text) {
        try {
            return Json.parse(text);
        } catch (BadJson notOurs) {
            return new Json.Null();
        }
    }

    /// An object without some of its fields.
    public static Json.Obj without(Json json, Set<String> names) {
        var fields = new LinkedHashMap<>(json.asFields());
        fields.keySet().removeAll(names);
        return new Json.Obj(fields);
    }
}
