package dev.pawl.tui.show;

import dev.pawl.tui.markdown.Highlighter;
import dev.pawl.tui.show.DiffRows.Kind;
import dev.pawl.tui.show.DiffRows.Row;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;

/// A diff as lines: number, sign, text; what changed inside a line is marked.
public final class DiffLines {
    private DiffLines() {}

    /// @param path whose ending says which language it is
    /// @param most how many rows at most; what is left out is counted in a last line
    public static List<Line> of(DiffRows diff, String path, int most) {
        var rows = diff.rows();
        var digits = String.valueOf(rows.stream()
                        .mapToInt(row -> Math.max(row.before(), row.after()))
                        .max()
                        .orElse(0))
                .length();
        var code = Highlighter.ofFile(path);
        var lines = new ArrayList<Line>();
        for (var at = 0; at < rows.size(); ) {
            var end = at;
            while (end < rows.size() && rows.get(end).kind() == Kind.REMOVED) end++;
            var middle = end;
            while (end < rows.size() && rows.get(end).kind() == Kind.ADDED) end++;
            if (end == at) {
                lines.add(same(rows.get(at), digits, code));
                at++;
                continue;
            }
            lines.addAll(changed(rows.subList(at, middle), rows.subList(middle, end), digits));
            at = end;
        }
        if (lines.size() <= most) return lines;
        var cut = new ArrayList<>(lines.subList(0, most));
        cut.add(Line.of(Role.FAINT, " ".repeat(digits + 1) + "… +" + (lines.size() - most)));
        return cut;
    }

    private static Line same(Row row, int digits, Highlighter code) {
        if (row.kind() == Kind.GAP) return Line.of(Role.FAINT, " ".repeat(digits) + " ⋮");
        return Line.of(Role.FAINT, number(row.after(), digits) + "   ").and(code.line(row.text()));
    }

    private static List<Line> changed(List<Row> removed, List<Row> added, int digits) {
        var before = new ArrayList<Line>();
        var after = new ArrayList<Line>();
        var pairs = removed.size() == added.size();
        for (var i = 0; i < Math.max(removed.size(), added.size()); i++) {
            if (pairs) {
                var words = WordDiff.of(removed.get(i).text(), added.get(i).text());
                before.add(marked(removed.get(i), words.before(), digits));
                after.add(marked(added.get(i), words.after(), digits));
                continue;
            }
            if (i < removed.size()) before.add(marked(removed.get(i), whole(removed.get(i)), digits));
            if (i < added.size()) after.add(marked(added.get(i), whole(added.get(i)), digits));
        }
        before.addAll(after);
        return before;
    }

    private static List<WordDiff.Piece> whole(Row row) {
        return List.of(new WordDiff.Piece(row.text(), false));
    }

    private static Line marked(Row row, List<WordDiff.Piece> pieces, int digits) {
        var isAdded = row.kind() == Kind.ADDED;
        var role = isAdded ? Role.ADDED : Role.REMOVED;
        var word = isAdded ? Role.ADDED_WORD : Role.REMOVED_WORD;
        var line = Line.of(Role.FAINT, number(isAdded ? row.after() : row.before(), digits))
                .and(isAdded ? Role.GOOD : Role.BAD, isAdded ? " + " : " - ");
        for (var piece : pieces) line = line.and(piece.changed() ? word : role, piece.text());
        return line;
    }

    private static String number(int number, int digits) {
        var text = number == 0 ? "" : String.valueOf(number);
        return " ".repeat(Math.max(0, digits - text.length())) + text;
    }
}
