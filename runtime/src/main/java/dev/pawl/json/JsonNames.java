package dev.pawl.json;

import java.util.Locale;

/// Constants in their stored spelling: lower case, and read back from it.
public final class JsonNames {
    private JsonNames() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    public static <E extends Enum<E>> E read(Class<E> type, Json json, String field) {
        var text = json.text(field);
        try {
            return Enum.valueOf(type, text.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException unknown) {
            throw new BadJson(
                    "field \"" + field + "\": unknown " + type.getSimpleName() + " \"" + text + "\"", unknown);
        }
    }
}
