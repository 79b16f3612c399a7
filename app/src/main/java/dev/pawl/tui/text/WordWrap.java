package dev.pawl.tui.text;

import java.util.ArrayList;
import java.util.List;

/// Breaks one line at blanks, and a word that is too long between its characters. Wide characters
/// may be parted anywhere. Used once.
final class WordWrap {
    private final int columns;
    private final int indent;
    private final List<Line> rows = new ArrayList<>();
    private final List<Span> row = new ArrayList<>();
    private int used;

    WordWrap(int columns, int indent) {
        this.columns = Math.max(1, columns);
        this.indent = indent < columns / 2 ? indent : 0;
    }

    List<Line> rows(Line line) {
        if (line.width() <= columns) return List.of(line);
        for (var span : line.spans()) {
            for (var at = 0; at < span.text().length(); ) {
                var end = wordEnd(span.text(), at);
                add(span.text().substring(at, end), span.role());
                at = end;
            }
        }
        rows.add(new Line(row));
        return rows;
    }

    /// Behind the word that begins here: its characters and the blanks after them.
    private static int wordEnd(String text, int from) {
        var at = from;
        while (at < text.length() && text.charAt(at) != ' ') {
            var next = Width.next(text, at);
            if (Width.ofCluster(text, at, next) > 1) return at == from ? skipBlanks(text, next) : at;
            at = next;
        }
        return skipBlanks(text, at);
    }

    private static int skipBlanks(String text, int from) {
        var at = from;
        while (at < text.length() && text.charAt(at) == ' ') at++;
        return at;
    }

    private void add(String word, Role role) {
        var solid = word.stripTrailing();
        if (used + Width.of(solid) > columns && used > indent) next();
        var rest = word;
        while (Width.of(rest.stripTrailing()) > columns - used) {
            var part = Width.head(rest, columns - used);
            if (part.isEmpty()) part = rest.substring(0, Width.next(rest, 0));
            row.add(new Span(part, role));
            rest = rest.substring(part.length());
            next();
        }
        var fits = Width.head(rest, columns - used);
        if (!fits.isEmpty()) row.add(new Span(fits, role));
        used += Width.of(fits);
    }

    private void next() {
        rows.add(new Line(row));
        row.clear();
        used = indent;
        if (indent > 0) row.add(new Span(" ".repeat(indent), Role.PLAIN));
    }
}
