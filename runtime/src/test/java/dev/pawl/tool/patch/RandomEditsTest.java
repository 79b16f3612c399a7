package dev.pawl.tool.patch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.tool.Places;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.LineDiff.Edit;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Edits of random files by random patches, and what all of them come to.
class RandomEditsTest {
    private static final int EDITS = 2000;
    private static final int TURNS = 60;

    @TempDir
    Path folder;

    private ToolEnvironment toolEnvironment = Places.in(Path.of("/"));

    @BeforeEach
    void makeTheWorkplace() throws IOException {
        toolEnvironment = Places.in(folder);
        Files.createDirectories(toolEnvironment.cwd());
    }

    /// A file whose lines are all different, so that three lines of context name one place.
    private static List<String> lines(Random random, int most) {
        var lines = new ArrayList<String>();
        for (var i = random.nextInt(most + 1); i > 0; i--) lines.add(word(random));
        return lines;
    }

    private static String word(Random random) {
        var indent = " ".repeat(random.nextInt(4));
        var kinds = List.of("x", "é", "— ", "\"q\"", "@@ ", "*** End Patch ", "+", "-", "\t", "😀");
        return indent + kinds.get(random.nextInt(kinds.size())) + Long.toHexString(random.nextLong());
    }

    private static List<String> edited(Random random, List<String> lines) {
        var edited = new ArrayList<>(lines);
        for (var edits = 1 + random.nextInt(5); edits > 0; edits--) {
            var at = random.nextInt(edited.size() + 1);
            switch (random.nextInt(3)) {
                case 0 -> edited.addAll(at, lines(random, 4));
                case 1 ->
                    edited.subList(at, Math.min(edited.size(), at + random.nextInt(4)))
                            .clear();
                default -> {
                    if (at < edited.size()) edited.set(at, word(random));
                }
            }
        }
        return edited;
    }

    /// A patch as a model would write it: chunks with some context each.
    private static String chunks(Random random, List<String> before, List<String> after) {
        var patch = new StringBuilder();
        var from = 0;
        for (var edit : LineDiff.between(before, after)) {
            var start = Math.max(from, edit.oldStart() - 3);
            patch.append(
                    random.nextInt(4) == 0 && start > from
                            ? "@@ " + before.get(start - 1).stripTrailing()
                            : "@@");
            patch.append('\n');
            chunk(patch, before, after, edit, start, Math.min(before.size(), edit.oldEnd() + 1));
            from = edit.oldEnd();
        }
        return patch.toString();
    }

    private static void chunk(
            StringBuilder patch, List<String> before, List<String> after, Edit edit, int start, int end) {
        for (var i = start; i < edit.oldStart(); i++)
            patch.append(' ').append(before.get(i)).append('\n');
        for (var i = edit.oldStart(); i < edit.oldEnd(); i++)
            patch.append('-').append(before.get(i)).append('\n');
        for (var i = edit.newStart(); i < edit.newEnd(); i++)
            patch.append('+').append(after.get(i)).append('\n');
        // What stays behind the edit belongs to the next chunk if that one needs it.
        if (end > edit.oldEnd() && start == edit.oldStart())
            patch.append(' ').append(before.get(edit.oldEnd())).append('\n');
    }

    private static String text(List<String> lines, String ending) {
        return lines.isEmpty() ? "" : String.join(ending, lines) + ending;
    }

    @Test
    void randomEditsGiveTheFileTheyWereMadeFrom() throws Exception {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (var i = 0; i < EDITS; i++) {
            var before = lines(random, 30);
            var after = edited(random, before);
            // A chunk that reaches into the next one would not be found: make them far apart.
            var whole = new StringBuilder("@@\n");
            var at = 0;
            for (var edit : LineDiff.between(before, after)) {
                for (; at < edit.oldStart(); at++)
                    whole.append(' ').append(before.get(at)).append('\n');
                for (; at < edit.oldEnd(); at++)
                    whole.append('-').append(before.get(at)).append('\n');
                for (var j = edit.newStart(); j < edit.newEnd(); j++)
                    whole.append('+').append(after.get(j)).append('\n');
            }
            for (; at < before.size(); at++)
                whole.append(' ').append(before.get(at)).append('\n');
            if (before.isEmpty() || before.equals(after)) continue;
            var ending = random.nextBoolean() ? "\n" : "\r\n";
            var message = "seed " + seed + ", edit " + i;
            assertThat(applied(text(before, ending), whole.toString()))
                    .as(message)
                    .isEqualTo(text(after, ending));
            if (isSparse(before, after)) {
                var sparse = chunks(random, before, after);
                assertThat(applied(text(before, ending), sparse))
                        .as(message + "\n" + sparse)
                        .isEqualTo(text(after, ending));
            }
            var diff = UnifiedDiff.between(text(before, ending), text(after, ending));
            assertThat(undone(text(after, ending), diff)).as(message).isEqualTo(text(before, ending));
        }
    }

    /// Whether each edit stands alone with a line above or below it that stays.
    private static boolean isSparse(List<String> before, List<String> after) {
        var last = -1;
        for (var edit : LineDiff.between(before, after)) {
            if (edit.oldStart() <= last + 1 || (edit.oldStart() == edit.oldEnd() && edit.oldStart() == before.size())) {
                return false;
            }
            last = edit.oldEnd();
        }
        return true;
    }

    private static String applied(String before, String chunks) throws BadPatch {
        var patch = PatchText.parse("*** Begin Patch\n*** Update File: f\n" + chunks + "*** End Patch");
        return Update.apply(before, ((Hunk.Update) patch.getFirst()).chunks(), "f");
    }

    /// The diff read backwards by a few lines of code that share nothing with the code under test.
    private static String undone(String after, String diff) {
        var lines = UnifiedDiff.lines(after);
        var result = new StringBuilder();
        var at = 0;
        for (var line : UnifiedDiff.lines(diff)) {
            if (line.startsWith("@@")) {
                var range = line.substring(line.indexOf('+') + 1, line.indexOf(" @@", 3))
                        .split(",", -1);
                var start = Integer.parseInt(range[0]) - (range.length > 1 && range[1].equals("0") ? 0 : 1);
                while (at < start) result.append(lines.get(at++));
            } else if (line.startsWith("-")) {
                result.append(line.substring(1));
            } else if (line.startsWith("+")) {
                at++;
            } else if (line.startsWith(" ")) {
                result.append(lines.get(at++));
            }
        }
        while (at < lines.size()) result.append(lines.get(at++));
        return result.toString();
    }

    @Test
    void theDiffOfATurnLeadsFromItsBeginningToItsEnd() throws Exception {
        var seed = System.nanoTime();
        var random = new Random(seed);
        for (var turn = 0; turn < TURNS; turn++) {
            var copy = Files.createDirectory(folder.resolve("copy" + turn));
            clear(toolEnvironment.cwd());
            for (var name : List.of("a", "b", "c")) {
                var contents = text(lines(random, 60), "\n");
                if (contents.isEmpty()) continue;
                if (random.nextInt(5) == 0) contents = contents.substring(0, contents.length() - 1);
                Files.writeString(toolEnvironment.cwd().resolve(name), contents);
                Files.writeString(copy.resolve(name), contents);
            }
            var edits = new ArrayList<Detail.Edits>();
            var log = new StringBuilder("seed " + seed + ", turn " + turn + "\n");
            for (var i = 1 + random.nextInt(8); i > 0; i--) step(random, edits, log, turn + "-" + i);
            var diff = TurnDiff.of(edits, toolEnvironment.cwd());
            apply(copy, diff, log.toString());
            assertThat(contents(copy)).as(log + diff).isEqualTo(contents(toolEnvironment.cwd()));
        }
    }

    private void step(Random random, List<Detail.Edits> edits, StringBuilder log, String call) throws Exception {
        var names = names();
        var name = names.get(random.nextInt(names.size()));
        var file = toolEnvironment.cwd().resolve(name);
        String hunk;
        if (!Files.exists(file)) {
            var lines = lines(random, 20);
            hunk = "*** Add File: " + name + "\n"
                    + String.join("", lines.stream().map(l -> "+" + l + "\n").toList());
        } else if (random.nextInt(6) == 0) {
            hunk = "*** Delete File: " + name + "\n";
        } else {
            var before = new ArrayList<>(UnifiedDiff.lines(Files.readString(file)));
            before.replaceAll(line -> line.endsWith("\n") ? line.substring(0, line.length() - 1) : line);
            var after = edited(random, before);
            if (before.isEmpty() || before.equals(after) || !isSparse(before, after)) return;
            var free = "moved" + call;
            var move = random.nextInt(6) == 0 ? "*** Move to: " + free + "\n" : "";
            hunk = "*** Update File: " + name + "\n" + move + chunks(random, before, after);
        }
        log.append(hunk);
        var outcome = new ApplyPatch(toolEnvironment)
                .run(
                        Places.freeform(call, "apply_patch", "*** Begin Patch\n" + hunk + "*** End Patch"),
                        RunMode.CONFINED,
                        _ -> {});
        assertThat(outcome.answer()).as(log + outcome.text()).isEqualTo(CallOutcome.SUCCESS);
        edits.add((Detail.Edits) outcome.detail());
    }

    private List<String> names() throws IOException {
        try (var files = Files.list(toolEnvironment.cwd())) {
            var names = new ArrayList<>(
                    files.map(file -> file.getFileName().toString()).sorted().toList());
            names.addAll(List.of("a", "b", "d"));
            return names;
        }
    }

    private static void apply(Path folder, String diff, String log) throws Exception {
        if (diff.isEmpty()) return;
        var file = Files.writeString(folder.resolveSibling("turn.diff"), diff);
        var git = new ProcessBuilder("git", "apply", "--whitespace=nowarn", file.toString())
                .directory(folder.toFile())
                .redirectErrorStream(true);
        git.environment().put("GIT_CEILING_DIRECTORIES", folder.toString());
        var process = git.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(log + diff + said).isZero();
    }

    private static List<String> contents(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            var all = new ArrayList<String>();
            for (var file : files.sorted().toList()) all.add(file.getFileName() + "\n" + Files.readString(file));
            return all;
        }
    }

    private static void clear(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            for (var file : files.toList()) Files.delete(file);
        }
    }
}
