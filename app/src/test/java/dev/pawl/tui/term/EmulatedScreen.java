package dev.pawl.tui.term;

import dev.pawl.tui.text.Width;
import java.util.ArrayList;
import java.util.List;

/// A terminal in memory, as far as the live region uses one: text with automatic wrap, moves,
/// clearing from the cursor on, and a scrollback. Anything else fails the test.
final class EmulatedScreen {
    private final int columns;
    private final int height;
    private final List<String> scrollback = new ArrayList<>();
    private final List<StringBuilder> rows = new ArrayList<>();
    private int row;
    private int column;

    EmulatedScreen(int height, int columns) {
        this.height = height;
        this.columns = columns;
        for (var i = 0; i < height; i++) rows.add(new StringBuilder());
    }

    int row() {
        return row;
    }

    int column() {
        return Math.min(column, columns - 1);
    }

    /// Everything that was ever written and not drawn over, without blanks at the end.
    List<String> lines() {
        var lines = new ArrayList<>(scrollback);
        rows.forEach(line -> lines.add(line.toString().stripTrailing()));
        while (!lines.isEmpty() && lines.getLast().isEmpty()) lines.removeLast();
        return lines;
    }

    void write(String bytes) {
        for (var at = 0; at < bytes.length(); ) {
            var c = bytes.charAt(at);
            if (c == '\033') at = escape(bytes, at);
            else if (c == '\r') {
                column = 0;
                at++;
            } else if (c == '\n') {
                down();
                at++;
            } else {
                var next = Width.next(bytes, at);
                put(bytes.substring(at, next));
                at = next;
            }
        }
    }

    private void down() {
        if (++row < height) return;
        row = height - 1;
        scrollback.add(rows.removeFirst().toString().stripTrailing());
        rows.add(new StringBuilder());
    }

    private void put(String cluster) {
        var width = Width.of(cluster);
        if (column + width > columns) {
            column = 0;
            down();
        }
        var line = rows.get(row);
        while (Width.of(line.toString()) < column) line.append(' ');
        var before = Width.head(line.toString(), column);
        var rest = line.substring(before.length());
        var covered = 0;
        while (covered < rest.length() && Width.of(rest.substring(0, covered)) < width)
            covered = Width.next(rest, covered);
        rows.set(row, new StringBuilder(before + cluster + rest.substring(covered)));
        column += width;
    }

    private int escape(String bytes, int at) {
        if (bytes.charAt(at + 1) != '[') throw new AssertionError("not a CSI: " + bytes.substring(at + 1));
        var end = at + 2;
        while (bytes.charAt(end) < 0x40) end++;
        var words = bytes.substring(at + 2, end);
        var count = words.isEmpty() || words.startsWith("?") || words.contains(";") ? 1 : Integer.parseInt(words);
        switch (bytes.charAt(end)) {
            case 'A' -> row = Math.max(0, row - count);
            case 'B' -> row = Math.min(height - 1, row + count);
            case 'C' -> column = Math.min(columns - 1, column + count);
            case 'J' -> clear(words);
            case 'K' ->
                rows.get(row)
                        .setLength(Width.head(rows.get(row).toString(), column).length());
            case 'm' -> {}
            case 'h', 'l' -> {
                if (!words.equals("?2026")) throw new AssertionError("mode " + words);
            }
            default -> throw new AssertionError("CSI " + words + bytes.charAt(end));
        }
        return end + 1;
    }

    private void clear(String words) {
        if (!words.isEmpty()) throw new AssertionError("CSI " + words + "J");
        rows.get(row).setLength(Width.head(rows.get(row).toString(), column).length());
        for (var i = row + 1; i < height; i++) rows.get(i).setLength(0);
    }
}
