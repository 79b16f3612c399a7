package dev.pawl.fleet;

import java.util.ArrayList;
import java.util.List;

/// Rows of words under each other.
final class Columns {
    private Columns() {}

    /// @param rows of equal length
    static List<String> aligned(List<List<String>> rows) {
        var lines = new ArrayList<String>();
        var widths = new int[rows.getFirst().size()];
        for (var row : rows) {
            for (var i = 0; i < widths.length; i++) widths[i] = Math.max(widths[i], width(row.get(i)));
        }
        for (var row : rows) {
            var line = new StringBuilder();
            for (var i = 0; i < widths.length; i++) {
                line.append(row.get(i)).repeat(' ', widths[i] - width(row.get(i)) + 2);
            }
            lines.add(line.toString().stripTrailing());
        }
        return lines;
    }

    /// Chinese characters take two columns of a terminal.
    private static int width(String text) {
        return text.codePoints().map(c -> c >= 0x1100 && isWide(c) ? 2 : 1).sum();
    }

    private static boolean isWide(int c) {
        return Character.isIdeographic(c) || (c >= 0x3000 && c <= 0x30ff) || (c >= 0xff00 && c <= 0xff60);
    }
}
