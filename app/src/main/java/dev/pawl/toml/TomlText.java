package dev.pawl.toml;

/// Spelling of keys, strings and numbers in TOML.
public final class TomlText {
    private TomlText() {}

    /// A key as it must be written: bare where it may be, else quoted.
    public static String key(String name) {
        for (int i = 0; i < name.length(); i++) if (!isBare(name.charAt(i))) return quoted(name);
        return name.isEmpty() ? "\"\"" : name;
    }

    static boolean isBare(int c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
    }

    static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> quoted.append("\\\"");
                case '\\' -> quoted.append("\\\\");
                case '\n' -> quoted.append("\\n");
                case '\r' -> quoted.append("\\r");
                case '\t' -> quoted.append("\\t");
                default -> {
                    if (c < 0x20 || c == 0x7f) {
                        quoted.append("\\u00").append(Character.forDigit(c >> 4, 16));
                        quoted.append(Character.forDigit(c & 0xf, 16));
                    } else {
                        quoted.append(c);
                    }
                }
            }
        }
        return quoted.append('"').toString();
    }

    static String decimal(double value) {
        if (Double.isNaN(value)) return "nan";
        if (Double.isInfinite(value)) return value > 0 ? "inf" : "-inf";
        return Double.toString(value);
    }
}
