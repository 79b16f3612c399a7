package dev.pawl.tool.patch;

import java.util.List;

/// What a patch does to one file. Paths are as the patch spells them.
sealed interface Hunk {
    String path();

    record Add(String path, String contents) implements Hunk {}

    record Delete(String path) implements Hunk {}

    /// `moveTo` is empty unless the file moves.
    record Update(String path, String moveTo, List<Chunk> chunks) implements Hunk {
        public Update {
            chunks = List.copyOf(chunks);
        }
    }

    /// Lines that follow each other in the file.
    ///
    /// @param context   a line somewhere above them, empty if none is named
    /// @param endOfFile they are the last lines of the file
    record Chunk(String context, List<Line> lines, boolean endOfFile) {
        public Chunk {
            lines = List.copyOf(lines);
        }

        List<String> oldLines() {
            return lines.stream()
                    .filter(line -> line.kind() != Line.Kind.ADD)
                    .map(Line::text)
                    .toList();
        }
    }

    record Line(Kind kind, String text) {
        enum Kind {
            CONTEXT,
            ADD,
            REMOVE
        }
    }
}
