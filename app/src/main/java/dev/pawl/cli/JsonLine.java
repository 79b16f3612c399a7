package dev.pawl.cli;

/// One flat JSON object on one line: all a command's `--json` needs, without a JSON library at
/// start.
public final class JsonLine {
    private final StringBuilder line = new StringBuilder(128).append('{');

    public JsonLine put(String name, String value) {
        key(name);
        quote(value);
        return this;
    }

    public JsonLine put(String name, boolean value) {
        key(name);
        line.append(value);
        return this;
    }

    public JsonLine put(String name, long value) {
        key(name);
        line.append(value);
        return this;
    }

    /// A number; what JSON has no number for becomes null.
    public JsonLine put(String name, double value) {
        return putRaw(name, Double.isFinite(value) ? Double.toString(value) : "null");
    }

    /// A value that is JSON already.
    public JsonLine putRaw(String name, String json) {
        key(name);
        line.append(json);
        return this;
    }

    /// A string as JSON, quotes included.
    public static String quoted(String text) {
        var alone = new JsonLine();
        alone.line.setLength(0);
        alone.quote(text);
        return alone.line.toString();
    }

    @Override
    public String toString() {
        return line + "}";
    }

    private void key(String name) {
        if (line.length() > 1) line.append(',');
        quote(name);
        line.append(':');
    }

    private void quote(String text) {
        line.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"' -> line.append("\\\"");
                case '\\' -> line.append("\\\\");
                case '\n' -> line.append("\\n");
                case '\r' -> line.append("\\r");
                case '\t' -> line.append("\\t");
                default -> {
                    if (c < 0x20 || c == 0x7f || isLoneSurrogate(text, i)) escape(c);
                    else line.append(c);
                }
            }
        }
        line.append('"');
    }

    /// Half a character cannot be written in UTF-8; escaped, it survives.
    private static boolean isLoneSurrogate(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    private void escape(char c) {
        line.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) line.append(Character.forDigit((c >> shift) & 0xf, 16));
    }
}
