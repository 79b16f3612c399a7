package dev.pawl.json;

/// Writes trees as text, on one line.
final class JsonText {
    private static final int SHOWN = 80;
    private static final String HEX = "0123456789ABCDEF";

    private JsonText() {}

    static String write(Json json) {
        if (json instanceof Json.Num(var digits)) return digits;
        var text = new StringBuilder(64);
        write(text, json);
        return text.toString();
    }

    private static void write(StringBuilder out, Json json) {
        switch (json) {
            case Json.Obj object -> writeFields(out, object.ordered());
            case Json.Arr(var elements) -> {
                out.append('[');
                for (var i = 0; i < elements.size(); i++) {
                    if (i > 0) out.append(',');
                    write(out, elements.get(i));
                }
                out.append(']');
            }
            case Json.Str(var value) -> quote(out, value);
            case Json.Num(var digits) -> out.append(digits);
            case Json.Bool(var value) -> out.append(value);
            case Json.Null _ -> out.append("null");
        }
    }

    private static void writeFields(StringBuilder out, Fields fields) {
        out.append('{');
        for (var i = 0; i < fields.size(); i++) {
            if (i > 0) out.append(',');
            quote(out, fields.name(i));
            out.append(':');
            write(out, fields.value(i));
        }
        out.append('}');
    }

    private static void quote(StringBuilder out, String value) {
        out.append('"');
        var plain = 0;
        for (var i = 0; i < value.length(); i++) {
            var c = value.charAt(i);
            if (c >= ' ' && c != '"' && c != '\\' && c < Character.MIN_SURROGATE) continue;
            if (c >= Character.MIN_SURROGATE) {
                if (c > Character.MAX_SURROGATE) continue;
                if (isPair(value, i)) {
                    i++;
                    continue;
                }
            }
            out.append(value, plain, i);
            escape(out, c);
            plain = i + 1;
        }
        out.append(value, plain, value.length()).append('"');
    }

    private static boolean isPair(String value, int at) {
        return Character.isHighSurrogate(value.charAt(at))
                && at + 1 < value.length()
                && Character.isLowSurrogate(value.charAt(at + 1));
    }

    private static void escape(StringBuilder out, char c) {
        switch (c) {
            case '"' -> out.append("\\\"");
            case '\\' -> out.append("\\\\");
            case '\b' -> out.append("\\b");
            case '\f' -> out.append("\\f");
            case '\n' -> out.append("\\n");
            case '\r' -> out.append("\\r");
            case '\t' -> out.append("\\t");
            // A control character, or half a character: that cannot be stored as UTF-8, its escape
            // can, and reads back as the same half.
            default -> {
                out.append("\\u");
                for (var shift = 12; shift >= 0; shift -= 4) out.append(HEX.charAt(c >> shift & 15));
            }
        }
    }

    /// A value in a few words, for messages.
    static String describe(Json json) {
        return json instanceof Json.Null ? "nothing" : shortened(json.write());
    }

    static String shortened(String text) {
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "…";
    }
}
