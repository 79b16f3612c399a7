package dev.pawl.tui.compose;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Span;
import dev.pawl.tui.text.Width;
import java.util.ArrayList;
import java.util.List;

/// The rows a text field takes at a width, and where its caret is in them.
///
/// @param rows without anything before them
public record FieldRows(List<Line> rows, int caretRow, int caretColumn) {
    public FieldRows {
        rows = List.copyOf(rows);
    }

    public static FieldRows of(String text, int caret, int columns) {
        var room = Math.max(2, columns);
        var rows = new ArrayList<Line>();
        var caretRow = 0;
        var caretColumn = 0;
        var start = 0;
        for (var line : text.split("\n", -1)) {
            var column = 0;
            var row = new StringBuilder();
            for (var at = 0; at <= line.length(); ) {
                var next = at < line.length() ? Width.next(line, at) : at + 1;
                var shown = at < line.length() ? new Span(line.substring(at, next), Role.PLAIN).text() : "";
                var width = Width.of(shown);
                // The caret behind the last character needs a column, too.
                if (column + Math.max(1, width) > room) {
                    rows.add(Line.plain(row.toString()));
                    row.setLength(0);
                    column = 0;
                }
                if (start + at <= caret && caret < start + next) {
                    caretRow = rows.size();
                    caretColumn = column;
                }
                row.append(shown);
                column += width;
                at = next;
            }
            rows.add(Line.plain(row.toString()));
            start += line.length() + 1;
        }
        return new FieldRows(rows, caretRow, caretColumn);
    }

    /// The rows around the caret, no more than so many.
    public FieldRows window(int most) {
        if (rows.size() <= most) return this;
        var from = Math.clamp(caretRow - most + 1L, 0, rows.size() - most);
        return new FieldRows(rows.subList(from, from + most), caretRow - from, caretColumn);
    }
}
