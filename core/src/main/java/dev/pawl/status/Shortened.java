package dev.pawl.status;

/// Text that fits a line.
final class Shortened {
    private Shortened() {}

    /// The first line, at most so many characters of it; never half a character.
    static String to(String text, int most) {
        var line = text.strip();
        int end = line.indexOf('\n');
        if (end >= 0) line = line.substring(0, end).stripTrailing() + "…";
        if (line.codePointCount(0, line.length()) <= most) return line;
        return line.substring(0, line.offsetByCodePoints(0, most - 1)) + "…";
    }
}
