package dev.pawl.campaign.fuzz;

import dev.pawl.tool.patch.PatchInMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/// A random edit of a random file as a patch, forth and back. The patch is written off the edit
/// itself, not computed from the two files.
final class Edits {
    private static final int CONTEXT = 3;

    private final Random random;

    Edits(Random random) {
        this.random = random;
    }

    /// Lines with the same sign: `' '` stays, `-` goes, `+` comes.
    private record Line(char sign, String text) {}

    /// What is wrong with one edit, if something is.
    Optional<String> next() {
        var edit = edit();
        var ending = random.nextBoolean() ? "\n" : "\r\n";
        var before = text(edit, '-', ending);
        var after = text(edit, '+', ending);
        if (before.isEmpty() || after.isEmpty()) return Optional.empty();
        var forth = applied(patch(edit, '-'), before);
        if (!forth.equals(Optional.of(after))) return Optional.of("forth: " + before + "\n" + patch(edit, '-'));
        var back = applied(patch(edit, '+'), after);
        if (!back.equals(Optional.of(before))) return Optional.of("back: " + after + "\n" + patch(edit, '+'));
        return Optional.empty();
    }

    private static Optional<String> applied(String patch, String file) {
        return PatchInMemory.apply(patch, Map.of("f", file)).map(files -> files.getOrDefault("f", ""));
    }

    private List<Line> edit() {
        var lines = new ArrayList<Line>();
        var most = 1 + random.nextInt(40);
        for (var i = 0; i < most; i++) {
            var kind = random.nextInt(10);
            lines.add(new Line(kind == 0 ? '-' : kind == 1 ? '+' : ' ', word(i)));
        }
        return lines;
    }

    /// Each line is its own, so that context names one place.
    private String word(int number) {
        var kinds = List.of("x", "\u00e9", "\u2014", "\"q\"", "@@ ", "*** End Patch ", "+", "-", "\t", "\ud83d\ude00");
        return " ".repeat(random.nextInt(4)) + kinds.get(random.nextInt(kinds.size())) + number + "-"
                + Integer.toHexString(random.nextInt());
    }

    private static String text(List<Line> edit, char side, String ending) {
        var text = new StringBuilder();
        for (var line : edit) {
            if (line.sign() == ' ' || line.sign() == side)
                text.append(line.text()).append(ending);
        }
        return text.toString();
    }

    /// @param gone the sign of the lines that go: `+` writes the way back
    private String patch(List<Line> edit, char gone) {
        var patch = new StringBuilder("*** Begin Patch\n*** Update File: f\n");
        var far = 0;
        for (var i = 0; i < edit.size(); i++) {
            if (edit.get(i).sign() == ' ' || i < far) continue;
            var from = Math.max(far, i - CONTEXT);
            var to = end(edit, i);
            // A chunk without an old line would go to the end of the file.
            if (edit.subList(from, to).stream().allMatch(line -> line.sign() != ' ' && line.sign() != gone)) from = 0;
            if (from < far) from = far;
            patch.append("@@\n");
            for (var line : edit.subList(from, to)) {
                var sign = line.sign() == ' ' ? ' ' : line.sign() == gone ? '-' : '+';
                patch.append(sign).append(line.text()).append('\n');
            }
            far = to;
        }
        if (far == 0) patch.append("@@\n ").append(edit.getFirst().text()).append('\n');
        return patch.append("*** End Patch\n").toString();
    }

    /// Behind the last change that is near, with what follows it.
    private static int end(List<Line> edit, int change) {
        var last = change;
        for (var i = change; i < edit.size() && i <= last + 2 * CONTEXT + 1; i++) {
            if (edit.get(i).sign() != ' ') last = i;
        }
        return Math.min(edit.size(), last + 1 + CONTEXT);
    }
}
