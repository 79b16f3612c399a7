package dev.pawl.tui.show;

import java.util.ArrayList;
import java.util.List;

/// A unified diff, read into rows with the numbers of their lines.
public record DiffRows(List<Row> rows) {
    public enum Kind {
        SAME,
        ADDED,
        REMOVED,
        /// Lines between two hunks that are not shown.
        GAP
    }

    /// @param before its number in the old file, 0 for none
    /// @param after  its number in the new file, 0 for none
    public record Row(Kind kind, int before, int after, String text) {}

    public DiffRows {
        rows = List.copyOf(rows);
    }

    public static DiffRows parse(String diff) {
        var rows = new ArrayList<Row>();
        var before = 0;
        var after = 0;
        for (var line : diff.split("\n", -1)) {
            if (line.startsWith("@@")) {
                if (!rows.isEmpty()) rows.add(new Row(Kind.GAP, 0, 0, ""));
                before = number(line, '-');
                after = number(line, '+');
            } else if (line.startsWith("--- ") || line.startsWith("+++ ") || line.startsWith("diff ")) {
                if (before == 0 && after == 0) continue;
                add(rows, line, before, after);
                if (line.startsWith("-")) before++;
                else after++;
            } else if (line.startsWith("+")) rows.add(new Row(Kind.ADDED, 0, after++, line.substring(1)));
            else if (line.startsWith("-")) rows.add(new Row(Kind.REMOVED, before++, 0, line.substring(1)));
            else if (line.startsWith(" ")) rows.add(new Row(Kind.SAME, before++, after++, line.substring(1)));
        }
        return new DiffRows(rows);
    }

    /// A line inside a hunk that looks like a header.
    private static void add(List<Row> rows, String line, int before, int after) {
        if (line.startsWith("-")) rows.add(new Row(Kind.REMOVED, before, 0, line.substring(1)));
        if (line.startsWith("+")) rows.add(new Row(Kind.ADDED, 0, after, line.substring(1)));
    }

    /// A whole file that is new, or gone.
    public static DiffRows whole(String text, Kind kind) {
        var rows = new ArrayList<Row>();
        var number = 1;
        var lines = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
        for (var line : lines.split("\n", -1)) {
            rows.add(new Row(kind, kind == Kind.REMOVED ? number : 0, kind == Kind.ADDED ? number : 0, line));
            number++;
        }
        return new DiffRows(text.isEmpty() ? List.of() : rows);
    }

    public int added() {
        return count(Kind.ADDED);
    }

    public int removed() {
        return count(Kind.REMOVED);
    }

    private int count(Kind kind) {
        return (int) rows.stream().filter(row -> row.kind() == kind).count();
    }

    /// Of `@@ -12,3 +14,4 @@` the number behind a sign.
    private static int number(String hunk, char sign) {
        var at = hunk.indexOf(sign);
        var value = 0;
        while (at >= 0 && ++at < hunk.length() && Character.isDigit(hunk.charAt(at)))
            value = Math.min(value * 10 + Character.digit(hunk.charAt(at), 10), 99_999_999);
        return value;
    }
}
