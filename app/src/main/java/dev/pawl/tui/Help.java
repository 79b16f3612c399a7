package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.tui.text.Width;
import java.util.ArrayList;
import java.util.List;

/// The keys, in as many columns as there is room for.
final class Help {
    private Help() {}

    /// One message holds all keys: `key=what it does`, parted by bars.
    static List<Line> rows(Wording words, int columns) {
        var keys = words.say(Text.TUI_KEYS).split("\\|", -1);
        var longest = 0;
        for (var key : keys) longest = Math.max(longest, Width.of(key.split("=", 2)[0]));
        var entries = new ArrayList<Line>();
        for (var key : keys) {
            var parts = key.split("=", 2);
            var pad = " ".repeat(longest - Width.of(parts[0]) + 2);
            entries.add(Line.of(Role.ACCENT, "  " + parts[0]).and(Role.FAINT, pad + parts[parts.length - 1]));
        }
        var widest = entries.stream().mapToInt(Line::width).max().orElse(1) + 2;
        var across = Math.max(1, columns / widest);
        var rows = new ArrayList<Line>();
        rows.add(Line.EMPTY);
        for (var at = 0; at < entries.size(); at += across) {
            var row = Line.EMPTY;
            for (var i = at; i < Math.min(entries.size(), at + across); i++)
                row = row.and(entries.get(i))
                        .and(" ".repeat(Math.max(0, widest - entries.get(i).width())));
            rows.add(row.cut(columns));
        }
        return rows;
    }
}
