package dev.pawl.tui.term;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Theme;
import java.util.ArrayList;
import java.util.List;

/// Draws whole pages on the terminal's other screen; only rows that changed are written.
///
/// Not safe for use by many threads.
public final class PagePainter {
    private List<String> drawn = List.of();
    private Tty.Size size = new Tty.Size(0, 0);

    public String open() {
        drawn = List.of();
        size = new Tty.Size(0, 0);
        return Modes.PAGE;
    }

    public String close() {
        return Modes.TEXT;
    }

    /// @param rows no more than the terminal has; what is missing is blank
    /// @param caretRow where the cursor is, from 0
    public String draw(List<Line> rows, Tty.Size now, Theme theme, int caretRow, int caretColumn) {
        var next = new ArrayList<String>();
        for (var i = 0; i < now.rows(); i++)
            next.add(i < rows.size() ? theme.paint(rows.get(i).cut(now.columns())) : "");
        var out = new StringBuilder("\033[?2026h");
        if (!now.equals(size)) out.append("\033[H\033[J");
        for (var i = 0; i < next.size(); i++) {
            if (now.equals(size) && next.get(i).equals(drawn.get(i))) continue;
            if (!now.equals(size) && next.get(i).isEmpty()) continue;
            out.append("\033[").append(i + 1).append(";1H").append(next.get(i)).append("\033[K");
        }
        out.append("\033[")
                .append(caretRow + 1)
                .append(';')
                .append(caretColumn + 1)
                .append('H');
        drawn = next;
        size = now;
        return out.append("\033[?2026l").toString();
    }
}
