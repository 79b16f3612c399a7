package dev.pawl.main;

import dev.pawl.card.Detail.FileChange;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// What is different in a folder from its last commit, as Git says, files it does not know yet
/// included.
///
/// @param folder in a repository; elsewhere nothing is different
record WorkingTree(Path folder) {
    private static final long LARGEST_NEW_FILE = 200_000;
    private static final int MOST_NEW_FILES = 200;

    List<FileChange> changes() {
        try {
            var hasCommit = git("rev-parse", "--verify", "--quiet", "HEAD").code == 0;
            var diff = git("diff", "--no-color", "--no-ext-diff", "--relative", hasCommit ? "HEAD" : "--cached");
            var changes = new ArrayList<>(files(diff.output));
            var added = git("ls-files", "-z", "--others", "--exclude-standard")
                    .output
                    .split("\0", -1);
            for (var i = 0; i < Math.min(added.length, MOST_NEW_FILES); i++) {
                if (!added[i].isEmpty()) changes.add(added(added[i]));
            }
            return changes;
        } catch (IOException noGit) {
            return List.of();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of();
        }
    }

    private FileChange added(String path) throws IOException {
        var file = folder.resolve(path);
        var isShown = Files.isRegularFile(file) && Files.size(file) <= LARGEST_NEW_FILE;
        var text = isShown ? new String(Files.readAllBytes(file), StandardCharsets.UTF_8) : "";
        return new FileChange(path, FileChange.Kind.ADD, "", text.indexOf('\0') >= 0 ? "" : text);
    }

    /// The files of a diff of many.
    static List<FileChange> files(String diff) {
        var files = new ArrayList<FileChange>();
        for (var part : diff.split("(?m)^(?=diff --git )", -1)) {
            if (!part.startsWith("diff --git ")) continue;
            var kind = part.contains("\nnew file mode")
                    ? FileChange.Kind.ADD
                    : part.contains("\ndeleted file mode") ? FileChange.Kind.DELETE : FileChange.Kind.UPDATE;
            var hunks = part.indexOf("\n@@ ");
            files.add(new FileChange(path(part), kind, "", hunks < 0 ? "" : part.substring(hunks + 1)));
        }
        return files;
    }

    /// The name behind `+++ b/`, or behind `--- a/` for what is gone.
    private static String path(String part) {
        for (var line : part.split("\n", -1)) {
            if (line.startsWith("+++ b/")) return line.substring(6);
            if (line.startsWith("@@ ")) break;
        }
        for (var line : part.split("\n", -1)) if (line.startsWith("--- a/")) return line.substring(6);
        var head = part.lines().findFirst().orElse("");
        return head.substring(head.indexOf(" b/") + 3);
    }

    private record Ended(int code, String output) {}

    private Ended git(String... words) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("git", "-c", "core.quotePath=false"));
        command.addAll(List.of(words));
        var git = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        var output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(git.waitFor(), output);
    }
}
