package dev.pawl.main;

import java.util.ArrayList;
import java.util.List;

/// The hunks of a diff the other way round: what came goes, and what went comes back.
final class ReversedDiff {
    private ReversedDiff() {}

    static String of(String hunks) {
        var out = new StringBuilder();
        var removed = new ArrayList<String>();
        var added = new ArrayList<String>();
        for (var line : hunks.split("\n", -1)) {
            if (line.startsWith("+")) removed.add("-" + line.substring(1));
            else if (line.startsWith("-")) added.add("+" + line.substring(1));
            else {
                flush(removed, out);
                flush(added, out);
                if (!line.isEmpty())
                    out.append(line.startsWith("@@ ") ? head(line) : line).append('\n');
            }
        }
        flush(removed, out);
        flush(added, out);
        return out.toString();
    }

    private static void flush(List<String> lines, StringBuilder out) {
        for (var line : lines) out.append(line).append('\n');
        lines.clear();
    }

    /// Of `@@ -1,3 +1,4 @@` both ranges change places.
    private static String head(String line) {
        var words = line.split(" ", 4);
        if (words.length < 4) return line;
        return "@@ -" + words[2].substring(1) + " +" + words[1].substring(1) + " " + words[3];
    }
}
