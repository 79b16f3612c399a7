package dev.pawl.codex;

/// The text of a file that comes or goes, out of the hunk that says so.
final class WholeFile {
    private static final String NO_LINE_END = "\\ No newline at end of file";

    private WholeFile() {}

    /// A hunk that says anything else (an older file gives way to the new one) stays as it is.
    static String of(String hunk) {
        if (hunk.isEmpty()) return "";
        var lines = hunk.split("\n", -1);
        var last = lines.length - (hunk.endsWith("\n") ? 2 : 1);
        if (!lines[0].startsWith("@@ ") || last < 1) return hunk;
        var open = lines[last].equals(NO_LINE_END);
        var text = new StringBuilder();
        var sign = lines[1].isEmpty() ? ' ' : lines[1].charAt(0);
        if (sign != '+' && sign != '-') return hunk;
        for (var i = 1; i <= (open ? last - 1 : last); i++) {
            if (lines[i].isEmpty() || lines[i].charAt(0) != sign) return hunk;
            text.append(lines[i], 1, lines[i].length()).append('\n');
        }
        if (open) text.setLength(text.length() - 1);
        return text.toString();
    }
}
