package dev.pawl.tui.markdown;

import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Markdown that arrives in pieces. A source line is final as soon as it ends, and is never shown
/// otherwise later; a table is final with its last row, because its columns depend on all of them.
///
/// One line of the source is one logical line here, so the terminal breaks long ones by itself.
public final class MarkdownStream {
    private final StringBuilder open = new StringBuilder();
    private final List<String> table = new ArrayList<>();
    private Optional<Fence> fence = Optional.empty();
    private boolean blankBefore = true;

    private record Fence(char mark, int length, int indent, Highlighter code) {
        boolean isClosedBy(String line) {
            var words = line.strip();
            return words.length() >= length && words.chars().allMatch(c -> c == mark);
        }
    }

    /// @param columns how wide a table may be
    /// @return the lines that are final now
    public List<Line> feed(String delta, int columns) {
        var lines = new ArrayList<Line>();
        open.append(delta);
        var from = 0;
        for (var end = open.indexOf("\n"); end >= 0; end = open.indexOf("\n", from)) {
            lines.addAll(line(open.substring(from, end), columns));
            from = end + 1;
        }
        open.delete(0, from);
        return lines;
    }

    /// The rest, final too: nothing more comes.
    public List<Line> end(int columns) {
        var lines = new ArrayList<Line>();
        if (!open.isEmpty()) lines.addAll(line(open.toString(), columns));
        open.setLength(0);
        lines.addAll(endOfTable(columns));
        return lines;
    }

    /// What has begun and may still change.
    public List<Line> tail(int columns) {
        var lines = new ArrayList<Line>(Table.lines(table, columns));
        if (open.isEmpty()) return lines;
        var last = open.toString();
        if (fence.isPresent()) lines.add(fence.get().code.peek(last));
        else if (isRow(last)) lines.add(Line.of(Role.FAINT, last));
        else lines.add(block(last));
        return lines;
    }

    private List<Line> line(String source, int columns) {
        var line = source.endsWith("\r") ? source.substring(0, source.length() - 1) : source;
        if (fence.isPresent()) return List.of(inFence(fence.get(), line));
        if (isRow(line) && (!table.isEmpty() || line.strip().startsWith("|"))) {
            table.add(line);
            return List.of();
        }
        var lines = new ArrayList<>(endOfTable(columns));
        var begun = fence(line);
        if (begun.isPresent()) {
            fence = begun;
            lines.add(Line.of(Role.FAINT, line.strip()));
            blankBefore = false;
        } else if (line.isBlank()) {
            if (!blankBefore) lines.add(Line.EMPTY);
            blankBefore = true;
        } else {
            lines.add(block(line));
            blankBefore = false;
        }
        return lines;
    }

    private Line inFence(Fence around, String line) {
        if (around.isClosedBy(line)) {
            fence = Optional.empty();
            return Line.of(Role.FAINT, line.strip());
        }
        var indent = 0;
        while (indent < around.indent && indent < line.length() && line.charAt(indent) == ' ') indent++;
        return around.code.line(line.substring(indent));
    }

    private List<Line> endOfTable(int columns) {
        if (table.isEmpty()) return List.of();
        var lines = Table.lines(table, columns);
        table.clear();
        blankBefore = false;
        return lines;
    }

    private static boolean isRow(String line) {
        var words = line.strip();
        return words.startsWith("|") && words.length() > 1;
    }

    private static Optional<Fence> fence(String line) {
        var words = line.strip();
        var indent = line.length() - line.stripLeading().length();
        if (!words.startsWith("```") && !words.startsWith("~~~")) return Optional.empty();
        var mark = words.charAt(0);
        var length = 0;
        while (length < words.length() && words.charAt(length) == mark) length++;
        var name = words.substring(length).strip();
        if (mark == '`' && name.indexOf('`') >= 0) return Optional.empty();
        var space = name.indexOf(' ');
        return Optional.of(
                new Fence(mark, length, indent, Highlighter.of(space < 0 ? name : name.substring(0, space))));
    }

    /// A line outside of code and tables.
    private static Line block(String line) {
        var words = line.stripLeading();
        var indent = line.substring(0, line.length() - words.length());
        if (words.startsWith("#")) {
            var level = 0;
            while (level < words.length() && words.charAt(level) == '#') level++;
            if (level <= 6 && level < words.length() && words.charAt(level) == ' ')
                return Inline.parse(words.substring(level + 1).strip()).in(Role.HEADING);
        }
        if (isRule(words)) return Line.of(Role.FAINT, "─".repeat(24));
        if (words.startsWith(">")) {
            var rest = words.substring(1);
            return Line.of(Role.FAINT, indent + "│ ")
                    .and(block(rest.startsWith(" ") ? rest.substring(1) : rest).in(Role.EMPHASIS));
        }
        if (words.length() > 1 && "-*+".indexOf(words.charAt(0)) >= 0 && words.charAt(1) == ' ')
            return Line.plain(indent).and(bullet(words.substring(2).stripLeading()));
        return Line.plain(indent).and(Inline.parse(words));
    }

    private static Line bullet(String words) {
        if (words.startsWith("[ ] ")) return Line.of(Role.FAINT, "☐ ").and(Inline.parse(words.substring(4)));
        if (words.startsWith("[x] ") || words.startsWith("[X] "))
            return Line.of(Role.GOOD, "☑ ").and(Inline.parse(words.substring(4)));
        return Line.of(Role.ACCENT, "• ").and(Inline.parse(words));
    }

    private static boolean isRule(String words) {
        if (words.length() < 3) return false;
        var mark = words.charAt(0);
        if (mark != '-' && mark != '*' && mark != '_') return false;
        var marks = 0;
        for (var i = 0; i < words.length(); i++) {
            if (words.charAt(i) == mark) marks++;
            else if (words.charAt(i) != ' ') return false;
        }
        return marks >= 3;
    }
}
