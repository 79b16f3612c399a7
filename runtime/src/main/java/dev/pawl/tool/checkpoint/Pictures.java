package dev.pawl.tool.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Pictures of a workspace that belong to no call: what a workflow compares, and where it goes back
/// to. Safe for use by many threads and processes.
public final class Pictures {
    private static final long MOST_DIFF = 4L << 20;

    private final CheckpointStore workspace;

    public Pictures(CheckpointStore workspace) {
        this.workspace = workspace;
    }

    /// @param tree the files, by their git name
    /// @param newest the last checkpoint of `pawl undo` at that moment; 0 for none
    public record Taken(String tree, long newest) {}

    /// @param before whether the file was there
    /// @param after whether it is there
    public record Changed(String path, boolean before, boolean after) {}

    public Taken take() throws IOException, InterruptedException {
        return workspace.alone(
                () -> new Taken(workspace.picture().tree(), workspace.files().next() - 1));
    }

    public List<Changed> changes(String before, String after) throws IOException, InterruptedException {
        return workspace.alone(() -> {
            var changed = new ArrayList<Changed>();
            workspace
                    .changes(new Checkpoint.Span(before, after))
                    .forEach((path, change) -> changed.add(new Changed(
                            path, !change.before().isAbsent(), !change.after().isAbsent())));
            return changed;
        });
    }

    /// The unified diff of two pictures; empty when it is too large to be of use.
    public String diff(String before, String after) throws IOException, InterruptedException {
        return workspace.alone(() -> {
            var raw = workspace
                    .git()
                    .run(
                            workspace.index(),
                            "diff-tree",
                            "-r",
                            "-p",
                            "--no-renames",
                            "--no-ext-diff",
                            "--no-textconv",
                            "--no-color",
                            before,
                            after);
            return raw.length > MOST_DIFF ? "" : new String(raw, UTF_8);
        });
    }

    /// The lines that are new in each file.
    public Map<String, List<String>> added(String before, String after) throws IOException, InterruptedException {
        var added = new TreeMap<String, List<String>>();
        List<String> lines = List.of();
        for (var line : diff(before, after).lines().toList()) {
            if (line.startsWith("+++ b/")) {
                lines = new ArrayList<>();
                added.put(line.substring("+++ b/".length()), lines);
            } else if (line.startsWith("+") && !line.startsWith("+++")) lines.add(line.substring(1));
            else if (line.startsWith("diff --git ")) lines = new ArrayList<>();
        }
        return added;
    }
}
