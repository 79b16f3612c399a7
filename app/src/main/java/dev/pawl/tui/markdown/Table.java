package dev.pawl.tui.markdown;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;

/// A Markdown table in columns, as wide as needed and no wider than there is room. What does not
/// fit is broken inside its cell; where even that is hopeless, each row becomes a list.
final class Table {
    private static final int NARROWEST = 6;

    private Table() {}

    static List<Line> lines(List<String> source, int columns) {
        if (source.isEmpty()) return List.of();
        var rows = new ArrayList<List<Line>>();
        var hasHead = source.size() > 1 && isDivider(source.get(1));
        for (var i = 0; i < source.size(); i++) {
            if (i == 1 && hasHead) continue;
            rows.add(cells(source.get(i)));
        }
        var count = rows.stream().mapToInt(List::size).max().orElse(0);
        var widths = widths(rows, count, columns);
        if (widths.length == 0) return lists(rows, hasHead);
        var lines = new ArrayList<Line>();
        for (var i = 0; i < rows.size(); i++) {
            lines.addAll(row(rows.get(i), widths, i == 0 && hasHead));
            if (i == 0 && hasHead) lines.add(divider(widths));
        }
        return lines;
    }

    private static boolean isDivider(String line) {
        return line.indexOf('-') >= 0 && line.chars().allMatch(c -> "|-: \t".indexOf(c) >= 0);
    }

    private static List<Line> cells(String source) {
        var words = source.strip();
        if (words.startsWith("|")) words = words.substring(1);
        if (words.endsWith("|") && !words.endsWith("\\|")) words = words.substring(0, words.length() - 1);
        var cells = new ArrayList<Line>();
        var cell = new StringBuilder();
        var code = false;
        for (var i = 0; i < words.length(); i++) {
            var c = words.charAt(i);
            if (c == '`') code = !code;
            if (c == '\\' && i + 1 < words.length() && words.charAt(i + 1) == '|') {
                cell.append('|');
                i++;
            } else if (c == '|' && !code) {
                cells.add(Inline.parse(cell.toString().strip()));
                cell.setLength(0);
            } else cell.append(c);
        }
        cells.add(Inline.parse(cell.toString().strip()));
        return cells;
    }

    /// Nothing when the columns cannot be had.
    private static int[] widths(List<List<Line>> rows, int count, int columns) {
        var widths = new int[count];
        for (var row : rows) {
            for (var i = 0; i < row.size(); i++)
                widths[i] = Math.max(widths[i], row.get(i).width());
        }
        var room = columns - 3 * (count - 1);
        var total = 0;
        for (var width : widths) total += width;
        while (total > room) {
            var widest = 0;
            for (var i = 1; i < count; i++) if (widths[i] > widths[widest]) widest = i;
            if (widths[widest] <= NARROWEST) return new int[0];
            widths[widest]--;
            total--;
        }
        return widths;
    }

    private static List<Line> row(List<Line> cells, int[] widths, boolean head) {
        var broken = new ArrayList<List<Line>>();
        var height = 1;
        for (var i = 0; i < cells.size(); i++) {
            var cell = head ? cells.get(i).in(Role.STRONG) : cells.get(i);
            broken.add(cell.words(Math.max(1, widths[i]), 0));
            height = Math.max(height, broken.get(i).size());
        }
        var lines = new ArrayList<Line>();
        for (var at = 0; at < height; at++) {
            var line = Line.EMPTY;
            for (var i = 0; i < widths.length; i++) {
                var part = i < broken.size() && at < broken.get(i).size()
                        ? broken.get(i).get(at)
                        : Line.EMPTY;
                if (i > 0) line = line.and(Role.FAINT, " │ ");
                line = line.and(part);
                if (i < widths.length - 1) line = line.and(" ".repeat(Math.max(0, widths[i] - part.width())));
            }
            lines.add(line);
        }
        return lines;
    }

    private static Line divider(int[] widths) {
        var text = new StringBuilder();
        for (var i = 0; i < widths.length; i++) {
            if (i > 0) text.append("─┼─");
            text.repeat("─", widths[i]);
        }
        return Line.of(Role.FAINT, text.toString());
    }

    private static List<Line> lists(List<List<Line>> rows, boolean hasHead) {
        var lines = new ArrayList<Line>();
        for (var r = hasHead ? 1 : 0; r < rows.size(); r++) {
            for (var i = 0; i < rows.get(r).size(); i++) {
                var name = hasHead && i < rows.getFirst().size()
                        ? rows.getFirst().get(i).text() + ": "
                        : "";
                lines.add(Line.of(Role.ACCENT, i == 0 ? "• " : "  ")
                        .and(Role.STRONG, name)
                        .and(rows.get(r).get(i)));
            }
        }
        return lines;
    }
}
