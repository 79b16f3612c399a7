package dev.pawl.tool.patch;

import dev.pawl.tool.patch.Hunk.Chunk;
import dev.pawl.tool.patch.Hunk.Line;
import java.util.ArrayList;
import java.util.List;

/// The lines of one update while they are read.
final class UpdateText {
    private static final String MOVE = "*** Move to: ";
    private static final String END_OF_FILE = "*** End of File";
    private static final String CONTEXT = "@@ ";
    private static final String NO_CONTEXT = "@@";

    private final String path;
    private final int headerLine;
    private final List<Chunk> done = new ArrayList<>();
    private String moveTo = "";
    private String context = "";
    private boolean open;
    private boolean ended;
    private List<Line> lines = new ArrayList<>();

    UpdateText(String path, int headerLine) {
        this.path = path;
        this.headerLine = headerLine;
    }

    Hunk hunk() {
        var chunks = new ArrayList<>(done);
        if (open) chunks.add(new Chunk(context, lines, ended));
        return new Hunk.Update(path, moveTo, chunks);
    }

    void take(String line, int lineNumber) throws BadPatch {
        var trimmed = Blank.trimEnd(line);
        var marker = trimmed.equals(NO_CONTEXT) || trimmed.startsWith(CONTEXT);
        if (ended) {
            if (trimmed.isEmpty()) return;
            if (!marker) throw noMarker(line, lineNumber);
        }
        if (!open && moveTo.isEmpty() && trimmed.startsWith(MOVE)) {
            moveTo = trimmed.substring(MOVE.length());
        } else if (marker) {
            if (open && lines.isEmpty()) throw unexpected(line, lineNumber);
            start(trimmed.equals(NO_CONTEXT) ? "" : trimmed.substring(CONTEXT.length()));
        } else if (trimmed.equals(END_OF_FILE)) {
            if (open && lines.isEmpty()) throw empty(lineNumber);
            ended = open;
        } else {
            change(line, lineNumber);
        }
    }

    private void change(String line, int lineNumber) throws BadPatch {
        var kind = line.isEmpty()
                ? Line.Kind.CONTEXT
                : switch (line.charAt(0)) {
                    case ' ' -> Line.Kind.CONTEXT;
                    case '+' -> Line.Kind.ADD;
                    case '-' -> Line.Kind.REMOVE;
                    default -> throw lines.isEmpty() ? unexpected(line, lineNumber) : noMarker(line, lineNumber);
                };
        if (!open) start("");
        lines.add(new Line(kind, line.isEmpty() ? "" : line.substring(1)));
    }

    private void start(String nextContext) {
        if (open) done.add(new Chunk(context, lines, ended));
        context = nextContext;
        lines = new ArrayList<>();
        open = true;
        ended = false;
    }

    /// What follows ends the update: it must not be empty.
    void close(String next, boolean patchEnds, int lineNumber) throws BadPatch {
        if (!open) throw BadPatch.hunk(headerLine, "Update file hunk for path '" + path + "' is empty");
        if (!lines.isEmpty()) return;
        throw patchEnds ? empty(lineNumber) : unexpected(next, lineNumber);
    }

    private static BadPatch empty(int lineNumber) {
        return BadPatch.hunk(lineNumber, "Update hunk does not contain any lines");
    }

    private static BadPatch noMarker(String line, int lineNumber) {
        return BadPatch.hunk(lineNumber, "Expected update hunk to start with a @@ context marker, got: '" + line + "'");
    }

    private static BadPatch unexpected(String line, int lineNumber) {
        return BadPatch.hunk(
                lineNumber,
                "Unexpected line found in update hunk: '" + line
                        + "'. Every line should start with ' ' (context line), '+' (added line), "
                        + "or '-' (removed line)");
    }
}
