package dev.pawl.tool.patch;

import dev.pawl.tool.patch.LineDiff.Edit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// How the lines of a file changed over several diffs, one after another. The file itself is not
/// needed: each diff tells the lines it touches and those around them, and no others are asked for.
final class LineHistory {
    private static final Pattern HUNK = Pattern.compile("@@ -([0-9]+)(?:,([0-9]+))? \\+[0-9,]+ @@");
    private static final int REST = Integer.MAX_VALUE;

    private final Map<Integer, String> original = new HashMap<>();
    private List<Piece> pieces = new ArrayList<>();

    LineHistory(boolean startsEmpty) {
        if (!startsEmpty) pieces.add(new Same(0, REST));
    }

    private sealed interface Piece {}

    /// Lines of the original file; the last piece may go on to its end, wherever that is.
    private record Same(int from, int count) implements Piece {}

    private record Fresh(String line) implements Piece {}

    /// Reads the pieces from the front while the next state is written.
    private final class Rewrite {
        private final List<Piece> left = new ArrayList<>(pieces.reversed());
        private final List<Piece> written = new ArrayList<>();
        private int position;

        void copyTo(int line) {
            while (position < line && !left.isEmpty()) {
                switch (left.removeLast()) {
                    case Fresh fresh -> {
                        written.add(fresh);
                        position++;
                    }
                    case Same(var from, var count) -> {
                        var taken = Math.min(count, line - position);
                        written.add(new Same(from, taken));
                        if (taken < count) left.add(new Same(from + taken, count == REST ? REST : count - taken));
                        position += taken;
                    }
                }
            }
        }

        /// The next line, off the list; its text is noted if it is an original one.
        Piece next(String text) {
            position++;
            if (left.isEmpty()) return new Fresh(text);
            return switch (left.removeLast()) {
                case Fresh fresh -> fresh;
                case Same(var from, var count) -> {
                    original.put(from, text);
                    if (count > 1) left.add(new Same(from + 1, count == REST ? REST : count - 1));
                    yield new Same(from, 1);
                }
            };
        }

        List<Piece> finished() {
            written.addAll(left.reversed());
            return written;
        }
    }

    void apply(String diff) {
        var rewrite = new Rewrite();
        var lines = UnifiedDiff.lines(diff);
        for (var i = 0; i < lines.size(); i++) {
            var line = lines.get(i);
            var header = HUNK.matcher(line);
            if (header.lookingAt()) {
                var start = Integer.parseInt(header.group(1));
                rewrite.copyTo("0".equals(header.group(2)) ? start : start - 1);
                continue;
            }
            var unended = i + 1 < lines.size() && lines.get(i + 1).startsWith(UnifiedDiff.NO_NEWLINE);
            var text = line.substring(1, unended ? line.length() - 1 : line.length());
            switch (line.charAt(0)) {
                case ' ' -> rewrite.written.add(rewrite.next(text));
                case '-' -> rewrite.next(text);
                case '+' -> rewrite.written.add(new Fresh(text));
                default -> {} // the note about the missing newline
            }
        }
        pieces = rewrite.finished();
    }

    /// The hunks from the first state to the last.
    String diff() {
        var fresh = new HashMap<Integer, String>();
        return render(edits(fresh), fresh);
    }

    /// @param fresh is filled with the new lines by their numbers
    private List<Edit> edits(Map<Integer, String> fresh) {
        var edits = new ArrayList<Edit>();
        var inserted = new ArrayList<String>();
        var oldLine = 0;
        var newLine = 0;
        for (var piece : pieces) {
            if (piece instanceof Fresh(var line)) {
                inserted.add(line);
            } else if (piece instanceof Same(var from, var count)) {
                edit(edits, oldLine, from, newLine, inserted, fresh);
                newLine += inserted.size() + count;
                inserted.clear();
                oldLine = from + count;
            }
        }
        var open = !pieces.isEmpty() && pieces.getLast() instanceof Same(var _, var count) && count == REST;
        if (!open) edit(edits, oldLine, knownEnd(oldLine), newLine, inserted, fresh);
        return edits;
    }

    /// The original had at least the lines that some diff has shown.
    private int knownEnd(int from) {
        var end = from;
        while (original.containsKey(end)) end++;
        return end;
    }

    private void edit(
            List<Edit> edits,
            int oldStart,
            int oldEnd,
            int newStart,
            List<String> inserted,
            Map<Integer, String> fresh) {
        var removed = new ArrayList<String>();
        for (var i = oldStart; i < oldEnd; i++) removed.add(original.getOrDefault(i, "\n"));
        for (var i = 0; i < inserted.size(); i++) fresh.put(newStart + i, inserted.get(i));
        for (var part : LineDiff.between(removed, inserted)) {
            edits.add(new Edit(
                    oldStart + part.oldStart(),
                    oldStart + part.oldEnd(),
                    newStart + part.newStart(),
                    newStart + part.newEnd()));
        }
    }

    private String render(List<Edit> edits, Map<Integer, String> fresh) {
        var diff = new StringBuilder();
        for (var i = 0; i < edits.size(); ) {
            var end = i + 1;
            while (end < edits.size() && isNear(edits.get(end - 1), edits.get(end))) end++;
            hunk(diff, edits.subList(i, end), fresh);
            i = end;
        }
        return diff.toString();
    }

    /// Near enough for one hunk, and every line between them is known.
    private boolean isNear(Edit one, Edit next) {
        if (next.oldStart() - one.oldEnd() > 2 * UnifiedDiff.CONTEXT) return false;
        for (var i = one.oldEnd(); i < next.oldStart(); i++) {
            if (!original.containsKey(i)) return false;
        }
        return true;
    }

    private void hunk(StringBuilder diff, List<Edit> edits, Map<Integer, String> fresh) {
        var first = edits.getFirst();
        var last = edits.getLast();
        var from = first.oldStart();
        while (from > 0 && first.oldStart() - from < UnifiedDiff.CONTEXT && original.containsKey(from - 1)) from--;
        var to = last.oldEnd();
        while (to - last.oldEnd() < UnifiedDiff.CONTEXT && original.containsKey(to)) to++;
        var newFrom = first.newStart() - (first.oldStart() - from);
        var newTo = last.newEnd() + (to - last.oldEnd());
        diff.append("@@ -").append(UnifiedDiff.range(from, to)).append(" +");
        diff.append(UnifiedDiff.range(newFrom, newTo)).append(" @@\n");
        var at = from;
        for (var edit : edits) {
            for (; at < edit.oldStart(); at++) line(diff, ' ', original.get(at));
            for (; at < edit.oldEnd(); at++) line(diff, '-', original.get(at));
            for (var i = edit.newStart(); i < edit.newEnd(); i++) line(diff, '+', fresh.get(i));
        }
        for (; at < to; at++) line(diff, ' ', original.get(at));
    }

    private static void line(StringBuilder diff, char mark, @Nullable String text) {
        UnifiedDiff.line(diff, mark, text == null ? "\n" : text);
    }
}
