package dev.pawl.agent;

/// Text with nothing hidden in it: characters that are not seen, or that turn others around, are
/// spelt out.
public final class Visible {
    private Visible() {}

    public static String text(String text) {
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (point == '\n' || point == '\t' || !isHidden(point)) shown.appendCodePoint(point);
            else shown.append(String.format("\\u{%04X}", point));
        });
        return shown.toString();
    }

    /// Whether something in it is not seen as it is.
    static boolean hidesSomething(String text) {
        return !text(text).equals(text);
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            case Character.SPACE_SEPARATOR -> point != ' ';
            // Combining marks of nobody: variation selectors and fillers draw nothing.
            default ->
                (point >= 0xFE00 && point <= 0xFE0F)
                        || (point >= 0xE0100 && point <= 0xE01EF)
                        || point == 0x115F
                        || point == 0x1160
                        || point == 0x3164
                        || point == 0xFFA0
                        || point == 0x2800;
        };
    }
}
