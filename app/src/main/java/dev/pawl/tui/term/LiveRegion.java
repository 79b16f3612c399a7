package dev.pawl.tui.term;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Theme;
import java.util.List;

/// A few rows at the end of the screen that are drawn again and again, below text that is written
/// once.
///
/// Finished lines are printed as they are, so the terminal wraps them, scrolls them away and wraps
/// them anew when its width changes. Only relative moves and `CSI J` from the region's first row on
/// are used: nothing above the region can be touched. Not safe for use by many threads.
public final class LiveRegion {
    private static final String BEGIN = "\033[?2026h";
    private static final String END = "\033[?2026l";

    /// What one frame shows.
    ///
    /// @param finished lines that leave the region upwards, for ever
    /// @param rows     no wider than the terminal, and fewer than it has
    /// @param caretRow which of the rows the cursor is in
    public record Frame(List<Line> finished, List<Line> rows, int caretRow, int caretColumn) {
        public Frame {
            finished = List.copyOf(finished);
            rows = List.copyOf(rows);
            if (rows.isEmpty()) throw new IllegalArgumentException("a region has a row");
        }
    }

    private record Row(String painted, int width) {}

    private Theme theme;
    private List<Row> drawn = List.of();
    private int cursorRow;
    private int cursorColumn;
    /// Whether a terminal that becomes narrower breaks the row that the cursor is in, too.
    private boolean isCursorRowBroken = true;
    private Tty.Size drawnAt = new Tty.Size(0, 0);

    public LiveRegion(Theme theme) {
        this.theme = theme;
    }

    /// The next frame is painted whole.
    public void use(Theme other) {
        theme = other;
        drawn = drawn.stream().map(row -> new Row("", row.width)).toList();
    }

    /// The bytes that turn the last frame into this one; empty when both look the same. After a
    /// change of the size all rows are drawn: terminals drop those below the cursor.
    public String draw(Frame frame, Tty.Size size) {
        var width = size.columns();
        var next = frame.rows().stream()
                .map(row -> new Row(theme.paint(row), row.width()))
                .toList();
        var out = new StringBuilder();
        if (!frame.finished().isEmpty() || !size.equals(drawnAt) || drawn.isEmpty()) whole(frame, next, width, out);
        else changed(next, out);
        park(frame, out);
        drawn = next;
        drawnAt = size;
        return out.isEmpty() ? "" : BEGIN + out + END;
    }

    /// Whether it must be known where the cursor is before the region is drawn at this width: some
    /// terminals break the row that the cursor is in when they become narrower, others cut it.
    public boolean isCursorUnsure(int width) {
        return !drawn.isEmpty() && width < drawnAt.columns() && cursorColumn >= width;
    }

    /// Where the terminal says that the cursor is, from 1.
    public void cursorIsAt(int column, int width) {
        isCursorRowBroken = column - 1 == cursorColumn % width;
    }

    /// The bytes that leave the region's rows behind as text, with the cursor below them.
    public String leave() {
        if (drawn.isEmpty()) return "";
        var down = drawn.size() - 1 - cursorRow;
        forget();
        return (down > 0 ? "\033[" + down + "B" : "") + "\r\n";
    }

    /// The bytes that take the region's rows away, with the cursor where they began.
    public String clear(int width) {
        if (drawn.isEmpty()) return "";
        var out = new StringBuilder();
        toFirstRow(width, out);
        out.append("\033[J");
        forget();
        return BEGIN + out + END;
    }

    /// The screen was used by another program: the next frame begins where the cursor is.
    public void forget() {
        drawn = List.of();
        cursorRow = 0;
        cursorColumn = 0;
        drawnAt = new Tty.Size(0, 0);
    }

    private void whole(Frame frame, List<Row> next, int width, StringBuilder out) {
        toFirstRow(width, out);
        out.append("\033[J");
        for (var line : frame.finished()) {
            theme.paint(line, out);
            out.append("\r\n");
        }
        for (var i = 0; i < next.size(); i++) {
            if (i > 0) out.append("\r\n");
            out.append(next.get(i).painted);
        }
        cursorRow = next.size() - 1;
        cursorColumn = -1;
    }

    /// Up to where the region began. A terminal that became narrower has broken the rows that no
    /// longer fit into several.
    private void toFirstRow(int width, StringBuilder out) {
        if (drawn.isEmpty()) {
            out.append('\r');
            return;
        }
        var up = cursorRow;
        if (width < drawnAt.columns()) {
            up = 0;
            for (var i = 0; i < cursorRow; i++) up += Math.max(1, (drawn.get(i).width + width - 1) / width);
            if (isCursorRowBroken) up += cursorColumn / width;
        }
        if (up > 0) out.append("\033[").append(up).append('A');
        out.append('\r');
    }

    /// Only what is different.
    private void changed(List<Row> next, StringBuilder out) {
        for (var i = 0; i < next.size(); i++) {
            if (i < drawn.size() && next.get(i).painted.equals(drawn.get(i).painted)) continue;
            toRow(i, out);
            out.append(next.get(i).painted);
            if (i >= drawn.size() || next.get(i).width < drawnAt.columns()) out.append("\033[K");
            cursorColumn = -1;
        }
        if (next.size() < drawn.size()) {
            toRow(next.size(), out);
            out.append("\033[J");
            cursorColumn = -1;
        }
    }

    private void toRow(int row, StringBuilder out) {
        var known = Math.max(drawn.size() - 1, cursorRow);
        if (row < cursorRow) out.append("\033[").append(cursorRow - row).append('A');
        if (row > cursorRow) {
            var down = Math.min(row, known) - cursorRow;
            if (down > 0) out.append("\033[").append(down).append('B');
            // A row that was not there yet: the terminal may have to scroll for it.
            for (var i = Math.max(known, cursorRow); i < row; i++) out.append("\r\n");
        }
        out.append('\r');
        cursorRow = row;
    }

    private void park(Frame frame, StringBuilder out) {
        if (cursorRow == frame.caretRow() && cursorColumn == frame.caretColumn()) return;
        var rows = frame.caretRow() - cursorRow;
        if (rows < 0) out.append("\033[").append(-rows).append('A');
        if (rows > 0) out.append("\033[").append(rows).append('B');
        out.append('\r');
        if (frame.caretColumn() > 0)
            out.append("\033[").append(frame.caretColumn()).append('C');
        cursorRow = frame.caretRow();
        cursorColumn = frame.caretColumn();
    }
}
