package dev.pawl.tool.patch;

import dev.pawl.tool.patch.Hunk.Chunk;
import dev.pawl.tool.patch.Hunk.Line;
import dev.pawl.tool.patch.TextFile.Kept;
import dev.pawl.tool.patch.TextFile.Replacement;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Finds the place of each chunk in a file and makes the new text. Pure.
final class Update {
    private Update() {}

    /// @param path how the file is named in complaints
    static String apply(String contents, List<Chunk> chunks, String path) throws BadPatch {
        var file = new TextFile(contents);
        var replacements = new ArrayList<Replacement>();
        var from = 0;
        for (var chunk : chunks) {
            if (!chunk.context().isEmpty()) {
                var at = LineSearch.find(file.lines(), List.of(chunk.context()), from, false);
                if (at < 0) throw BadPatch.files("Failed to find context '" + chunk.context() + "' in " + path);
                from = at + 1;
            }
            var replacement = place(file.lines(), chunk, from, path);
            replacements.add(replacement);
            if (!chunk.oldLines().isEmpty()) from = replacement.start() + replacement.length();
        }
        return file.with(replacements);
    }

    private static Replacement place(List<String> file, Chunk chunk, int from, String path) throws BadPatch {
        var old = chunk.oldLines();
        if (old.isEmpty()) return atTheEnd(file, chunk);
        var at = LineSearch.find(file, old, from, chunk.endOfFile());
        if (at >= 0) return new Replacement(at, old.size(), lines(chunk, at, old.size()));
        if (old.getLast().isEmpty()) {
            var shorter = old.subList(0, old.size() - 1);
            at = LineSearch.find(file, shorter, from, chunk.endOfFile());
            if (at >= 0) return new Replacement(at, shorter.size(), withoutLast(lines(chunk, at, shorter.size())));
        }
        throw BadPatch.files("Failed to find expected lines in " + path + ":\n" + String.join("\n", old));
    }

    private static Replacement atTheEnd(List<String> file, Chunk chunk) {
        var at = !file.isEmpty() && file.getLast().isEmpty() ? file.size() - 1 : file.size();
        return new Replacement(at, 0, lines(chunk, at, 0));
    }

    /// The chunk's new lines. Context is taken from the file, as far as `matched` lines of it go.
    private static List<Kept> lines(Chunk chunk, int at, int matched) {
        var lines = new ArrayList<Kept>();
        var source = 0;
        // The lines removed last, each to be followed by the one in its place.
        var replaced = new ArrayDeque<Integer>();
        for (var line : chunk.lines()) {
            switch (line.kind()) {
                case CONTEXT -> {
                    lines.add(Kept.of(line.text(), source < matched ? at + source : Kept.NEW));
                    replaced.clear();
                }
                case REMOVE -> {
                    if (source < matched) replaced.add(at + source);
                }
                case ADD -> {
                    var endsAs =
                            replaced.size() > 1 ? replaced.remove() : replaced.isEmpty() ? Kept.NEW : replaced.peek();
                    lines.add(new Kept(line.text(), Kept.NEW, endsAs));
                }
            }
            if (line.kind() != Line.Kind.ADD) source++;
        }
        return lines;
    }

    private static List<Kept> withoutLast(List<Kept> lines) {
        var trailing = !lines.isEmpty() && lines.getLast().text().isEmpty();
        return trailing ? lines.subList(0, lines.size() - 1) : lines;
    }
}
