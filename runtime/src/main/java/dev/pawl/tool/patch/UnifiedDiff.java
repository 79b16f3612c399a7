package dev.pawl.tool.patch;

import dev.pawl.tool.patch.LineDiff.Edit;
import java.util.ArrayList;
import java.util.List;

/// The hunks of a unified diff with three lines of context, without file headers. Lines carry their
/// newline, so that a missing one at the end shows.
public final class UnifiedDiff {
    static final int CONTEXT = 3;
    static final String NO_NEWLINE = "\\ No newline at end of file";

    private UnifiedDiff() {}

    public static String between(String before, String after) {
        var old = lines(before);
        var now = lines(after);
        return render(old, now, LineDiff.between(old, now));
    }

    /// Lines with their newline; the last one may lack it.
    static List<String> lines(String text) {
        var lines = new ArrayList<String>();
        var start = 0;
        for (var end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
            lines.add(text.substring(start, end + 1));
            start = end + 1;
        }
        if (start < text.length()) lines.add(text.substring(start));
        return lines;
    }

    private static String render(List<String> old, List<String> now, List<Edit> edits) {
        var diff = new StringBuilder();
        for (var i = 0; i < edits.size(); ) {
            var end = i + 1;
            while (end < edits.size()
                    && edits.get(end).oldStart() - edits.get(end - 1).oldEnd() <= 2 * CONTEXT) end++;
            hunk(diff, old, now, edits.subList(i, end));
            i = end;
        }
        return diff.toString();
    }

    private static void hunk(StringBuilder diff, List<String> old, List<String> now, List<Edit> edits) {
        var first = edits.getFirst();
        var last = edits.getLast();
        var oldFrom = Math.max(0, first.oldStart() - CONTEXT);
        var oldTo = Math.min(old.size(), last.oldEnd() + CONTEXT);
        var newFrom = first.newStart() - (first.oldStart() - oldFrom);
        var newTo = last.newEnd() + (oldTo - last.oldEnd());
        diff.append("@@ -")
                .append(range(oldFrom, oldTo))
                .append(" +")
                .append(range(newFrom, newTo))
                .append(" @@\n");
        var at = oldFrom;
        for (var edit : edits) {
            for (; at < edit.oldStart(); at++) line(diff, ' ', old.get(at));
            for (; at < edit.oldEnd(); at++) line(diff, '-', old.get(at));
            for (var i = edit.newStart(); i < edit.newEnd(); i++) line(diff, '+', now.get(i));
        }
        for (; at < oldTo; at++) line(diff, ' ', old.get(at));
    }

    /// Lines are counted from 1; an empty range names the line before it.
    static String range(int from, int to) {
        var count = to - from;
        var start = count == 0 ? from : from + 1;
        return count == 1 ? Integer.toString(start) : start + "," + count;
    }

    static void line(StringBuilder diff, char mark, String line) {
        diff.append(mark).append(line);
        if (!line.endsWith("\n")) diff.append('\n').append(NO_NEWLINE).append('\n');
    }
}
