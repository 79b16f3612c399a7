package dev.pawl.tui.text;

import java.util.ArrayList;
import java.util.List;

/// One logical line. A terminal may show it on several rows.
public record Line(List<Span> spans) {
    public static final Line EMPTY = new Line(List.of());

    public Line {
        spans = List.copyOf(spans);
    }

    public static Line of(Role role, String text) {
        return text.isEmpty() ? EMPTY : new Line(List.of(new Span(text, role)));
    }

    public static Line plain(String text) {
        return of(Role.PLAIN, text);
    }

    public Line and(Role role, String text) {
        if (text.isEmpty()) return this;
        var all = new ArrayList<>(spans);
        all.add(new Span(text, role));
        return new Line(all);
    }

    public Line and(String text) {
        return and(Role.PLAIN, text);
    }

    public Line and(Line other) {
        if (spans.isEmpty()) return other;
        var all = new ArrayList<>(spans);
        all.addAll(other.spans);
        return new Line(all);
    }

    /// The same with everything plain in it in this role.
    public Line in(Role role) {
        return new Line(spans.stream()
                .map(span -> span.role() == Role.PLAIN ? new Span(span.text(), role) : span)
                .toList());
    }

    public boolean isEmpty() {
        return spans.isEmpty();
    }

    public int width() {
        var width = 0;
        for (var span : spans) width += span.width();
        return width;
    }

    public String text() {
        var text = new StringBuilder();
        for (var span : spans) text.append(span.text());
        return text.toString();
    }

    /// As much of it as fits; a cut is marked by `…`.
    public Line cut(int columns) {
        if (width() <= columns) return this;
        var kept = new ArrayList<Span>();
        var left = Math.max(0, columns - 1);
        for (var span : spans) {
            var part = Width.head(span.text(), left);
            if (!part.isEmpty()) kept.add(new Span(part, span.role()));
            left -= Width.of(part);
            if (part.length() < span.text().length()) {
                if (columns > 0) kept.add(new Span("…", span.role()));
                break;
            }
        }
        return new Line(kept);
    }

    /// The rows it takes at this width, broken where a terminal breaks them: between characters.
    public List<Line> rows(int columns) {
        if (width() <= columns) return List.of(this);
        var rows = new ArrayList<Line>();
        var row = new ArrayList<Span>();
        var left = columns;
        for (var span : spans) {
            var rest = span.text();
            while (!rest.isEmpty()) {
                var part = Width.head(rest, left);
                if (part.isEmpty() && left == columns) part = rest.substring(0, Width.next(rest, 0));
                if (!part.isEmpty()) row.add(new Span(part, span.role()));
                left -= Width.of(part);
                rest = rest.substring(part.length());
                if (!rest.isEmpty()) {
                    rows.add(new Line(row));
                    row.clear();
                    left = columns;
                }
            }
        }
        rows.add(new Line(row));
        return rows;
    }

    /// The rows it takes when whole words are moved to the next row, each further row behind
    /// `indent` blanks.
    public List<Line> words(int columns, int indent) {
        return new WordWrap(columns, indent).rows(this);
    }
}
