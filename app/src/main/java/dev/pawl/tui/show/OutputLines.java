package dev.pawl.tui.show;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;

/// What a command printed: its beginning and its end, with a bar before each line. Escape sequences
/// of colour are dropped, a line that was overwritten shows its last form.
final class OutputLines {
    private static final String FIRST = "  └ ";
    private static final String MORE = "    ";

    private OutputLines() {}

    /// @param most how many lines at most; the middle is left out first
    static List<Line> of(String output, int most) {
        var lines = lines(output);
        var shown = new ArrayList<Line>();
        if (lines.size() <= most) {
            for (var line : lines) shown.add(row(shown.isEmpty(), line));
            return shown;
        }
        var head = most / 2;
        var tail = most - head - 1;
        for (var line : lines.subList(0, head)) shown.add(row(shown.isEmpty(), line));
        shown.add(row(shown.isEmpty(), "… +" + (lines.size() - head - tail)));
        for (var line : lines.subList(lines.size() - tail, lines.size())) shown.add(row(false, line));
        return shown;
    }

    /// The last lines of a command that still runs.
    static List<Line> tail(String output, int most) {
        var lines = lines(output);
        var shown = new ArrayList<Line>();
        for (var line : lines.subList(Math.max(0, lines.size() - most), lines.size()))
            shown.add(row(shown.isEmpty(), line));
        return shown;
    }

    private static Line row(boolean first, String text) {
        return Line.of(Role.FAINT, (first ? FIRST : MORE) + text);
    }

    /// The lines as a terminal would leave them, without colours.
    static List<String> lines(String output) {
        var lines = new ArrayList<String>();
        for (var line : output.stripTrailing().split("\n", -1)) {
            var text = line.endsWith("\r") ? line.substring(0, line.length() - 1) : line;
            var over = text.lastIndexOf('\r');
            lines.add(withoutCodes(over < 0 ? text : text.substring(over + 1)));
        }
        if (lines.size() == 1 && lines.getFirst().isBlank()) lines.clear();
        return lines;
    }

    /// Without `CSI … m` and its like; anything else stays, to be spelt out.
    static String withoutCodes(String text) {
        if (text.indexOf('\033') < 0) return text;
        var plain = new StringBuilder();
        for (var at = 0; at < text.length(); at++) {
            if (text.charAt(at) != '\033' || at + 1 >= text.length() || text.charAt(at + 1) != '[') {
                plain.append(text.charAt(at));
                continue;
            }
            var end = at + 2;
            while (end < text.length() && text.charAt(end) >= 0x20 && text.charAt(end) < 0x40) end++;
            if (end < text.length() && (text.charAt(end) == 'm' || text.charAt(end) == 'K')) at = end;
            else plain.append(text.charAt(at));
        }
        return plain.toString();
    }
}
