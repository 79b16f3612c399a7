package dev.pawl.tool.patch;

/// White space as Unicode defines it and Codex trims it. Java's own `strip` leaves the spaces that
/// do not break.
final class Blank {
    private Blank() {}

    static String trim(String text) {
        var start = 0;
        while (start < text.length() && isBlank(text.charAt(start))) start++;
        return trimEnd(text.substring(start));
    }

    static String trimEnd(String text) {
        var end = text.length();
        while (end > 0 && isBlank(text.charAt(end - 1))) end--;
        return text.substring(0, end);
    }

    private static boolean isBlank(char c) {
        return (c >= 0x09 && c <= 0x0d)
                || c == ' '
                || c == 0x85
                || c == 0xa0
                || c == 0x1680
                || (c >= 0x2000 && c <= 0x200a)
                || c == 0x2028
                || c == 0x2029
                || c == 0x202f
                || c == 0x205f
                || c == 0x3000;
    }
}
