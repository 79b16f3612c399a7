package dev.pawl.tool.patch;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// Reads the text of a patch, line by line and a little more kindly than its grammar: markers may
/// be padded, the first chunk of an update may come without `@@`, and a here-document around the
/// whole is taken off. The complaints are Codex's, because models know them.
final class PatchText {
    private static final String BEGIN = "*** Begin Patch";
    private static final String END = "*** End Patch";
    private static final String ADD = "*** Add File: ";
    private static final String DELETE = "*** Delete File: ";
    private static final String UPDATE = "*** Update File: ";
    private static final Set<String> HEREDOC = Set.of("<<EOF", "<<'EOF'", "<<\"EOF\"");

    private final List<Hunk> hunks = new ArrayList<>();
    private Section section = new Section.Start();
    private int lineNumber;

    private PatchText() {}

    /// What the lines belong to.
    private sealed interface Section {
        record Start() implements Section {}

        record Adding(String path, StringBuilder contents) implements Section {}

        record Deleting() implements Section {}

        record Updating(UpdateText update) implements Section {}

        record Ended() implements Section {}
    }

    static List<Hunk> parse(String text) throws BadPatch {
        var lines = boundaries(lines(Blank.trim(text)));
        var parser = new PatchText();
        parser.lineNumber = 1;
        for (var line : lines.subList(1, lines.size() - 1)) {
            parser.lineNumber++;
            parser.take(line);
        }
        parser.lineNumber++;
        // The boundary, however it is padded: not a line of the update before it.
        parser.take(Blank.trim(lines.getLast()));
        return List.copyOf(parser.hunks);
    }

    /// Split at LF; one CR before it goes.
    private static List<String> lines(String text) {
        var lines = new ArrayList<String>();
        if (text.isEmpty()) return lines;
        for (var line : text.split("\n", -1))
            lines.add(line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
        return lines;
    }

    private static List<String> boundaries(List<String> lines) throws BadPatch {
        var wrong = wrongBoundary(lines);
        if (wrong.isEmpty()) return lines;
        var heredoc = lines.size() >= 4
                && HEREDOC.contains(lines.getFirst())
                && lines.getLast().endsWith("EOF");
        if (!heredoc) throw BadPatch.text(wrong);
        var inner = lines.subList(1, lines.size() - 1);
        var wrongInside = wrongBoundary(inner);
        if (!wrongInside.isEmpty()) throw BadPatch.text(wrongInside);
        return inner;
    }

    private static String wrongBoundary(List<String> lines) {
        if (!lines.isEmpty() && !Blank.trim(lines.getFirst()).equals(BEGIN)) {
            return "The first line of the patch must be '*** Begin Patch'";
        }
        return lines.isEmpty() || !Blank.trim(lines.getLast()).equals(END)
                ? "The last line of the patch must be '*** End Patch'"
                : "";
    }

    private void take(String line) throws BadPatch {
        switch (section) {
            case Section.Start _, Section.Deleting _ -> {
                if (!header(Blank.trim(line))) throw notAHeader(line);
            }
            case Section.Adding(var path, var contents) -> {
                if (header(Blank.trim(line))) return;
                if (!line.startsWith("+")) throw notAHeader(line);
                contents.append(line, 1, line.length()).append('\n');
                hunks.set(hunks.size() - 1, new Hunk.Add(path, contents.toString()));
            }
            case Section.Updating(var update) -> {
                // A context line that starts with a space is no header; other padding is none.
                var padded = line.startsWith(" ") ? Blank.trimEnd(line) : Blank.trim(line);
                if (!header(padded)) {
                    update.take(line, lineNumber);
                    hunks.set(hunks.size() - 1, update.hunk());
                }
            }
            case Section.Ended _ -> {
                if (!Blank.trim(line).isEmpty())
                    throw BadPatch.text("The last line of the patch must be '*** End Patch'");
            }
        }
    }

    /// Starts a new section if the line is a header. False if it is not.
    private boolean header(String line) throws BadPatch {
        if (line.equals(END)) {
            close(line);
            section = new Section.Ended();
        } else if (line.startsWith(ADD)) {
            close(line);
            var path = line.substring(ADD.length());
            section = new Section.Adding(path, new StringBuilder());
            hunks.add(new Hunk.Add(path, ""));
        } else if (line.startsWith(DELETE)) {
            close(line);
            section = new Section.Deleting();
            hunks.add(new Hunk.Delete(line.substring(DELETE.length())));
        } else if (line.startsWith(UPDATE)) {
            close(line);
            var update = new UpdateText(line.substring(UPDATE.length()), lineNumber);
            section = new Section.Updating(update);
            hunks.add(update.hunk());
        } else {
            return false;
        }
        return true;
    }

    private void close(String next) throws BadPatch {
        if (section instanceof Section.Updating(var update)) update.close(next, next.equals(END), lineNumber);
    }

    private BadPatch notAHeader(String line) {
        return BadPatch.hunk(
                lineNumber,
                "'" + Blank.trim(line)
                        + "' is not a valid hunk header. Valid hunk headers: '*** Add File: {path}', "
                        + "'*** Delete File: {path}', '*** Update File: {path}'");
    }
}
