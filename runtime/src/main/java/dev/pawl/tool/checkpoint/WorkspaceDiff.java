package dev.pawl.tool.checkpoint;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/// What turns did to the files of a workspace, as unified diffs between pictures: effects of
/// commands too, and without a repository of the user's.
public final class WorkspaceDiff {
    private static final int MOST_BYTES = 2 * 1024 * 1024;

    private final CheckpointStore workspace;

    public WorkspaceDiff(CheckpointStore workspace) {
        this.workspace = workspace;
    }

    /// A file of a diff, with how many lines came and went.
    public record ChangedFile(String path, Kind kind, long added, long removed, boolean binary) {
        public enum Kind {
            ADD,
            UPDATE,
            DELETE
        }
    }

    /// @param cut whether the text is only the beginning; `files` names all
    public record Difference(String text, List<ChangedFile> files, boolean cut) {
        public static final Difference NONE = new Difference("", List.of(), false);

        public Difference {
            files = List.copyOf(files);
        }
    }

    /// What these did, the oldest first, without what others changed in other files between them.
    public Difference of(List<Checkpoint> checkpoints) throws IOException, InterruptedException {
        var spans = checkpoints.stream().flatMap(one -> one.spans().stream()).toList();
        if (spans.isEmpty()) return Difference.NONE;
        return workspace.alone(() -> {
            var paths = new LinkedHashSet<String>();
            for (var span : spans) paths.addAll(workspace.changes(span).keySet());
            var whole = new Checkpoint.Span(
                    spans.getFirst().before(), spans.getLast().after());
            return between(whole, paths);
        });
    }

    /// From before a checkpoint to before another.
    public Difference between(Checkpoint from, Checkpoint to) throws IOException, InterruptedException {
        return workspace.alone(() -> between(new Checkpoint.Span(before(from), before(to)), Set.of()));
    }

    /// From before a checkpoint to what is on the disk now.
    public Difference since(Checkpoint from) throws IOException, InterruptedException {
        return workspace.alone(() -> {
            var now = workspace.picture().tree();
            return between(new Checkpoint.Span(before(from), now), Set.of());
        });
    }

    private static String before(Checkpoint checkpoint) {
        return checkpoint.spans().isEmpty()
                ? checkpoint.open()
                : checkpoint.spans().getFirst().before();
    }

    /// @param paths the only files to compare; empty for all
    private Difference between(Checkpoint.Span span, Set<String> paths) throws IOException, InterruptedException {
        if (span.before().isEmpty() || span.before().equals(span.after())) return Difference.NONE;
        var kinds = workspace.changes(span);
        var files = new ArrayList<ChangedFile>();
        for (var line : new String(workspace.diff(span, "--numstat", "-z"), UTF_8).split("\0", -1)) {
            var words = line.split("\t", 3);
            if (words.length < 3 || !(paths.isEmpty() || paths.contains(words[2]))) continue;
            var change = kinds.get(words[2]);
            if (change != null) files.add(file(words, change));
        }
        var text = workspace.diff(span, "-p", "--no-color");
        var cut = text.length > MOST_BYTES;
        var shown = new String(text, 0, Math.min(text.length, MOST_BYTES), UTF_8);
        return new Difference(paths.isEmpty() ? shown : only(shown, paths), files, cut);
    }

    private static ChangedFile file(String[] words, UndoPlan.Change change) {
        var binary = words[0].equals("-");
        var kind = change.before().isAbsent()
                ? ChangedFile.Kind.ADD
                : change.after().isAbsent() ? ChangedFile.Kind.DELETE : ChangedFile.Kind.UPDATE;
        return new ChangedFile(
                words[2], kind, binary ? 0 : Long.parseLong(words[0]), binary ? 0 : Long.parseLong(words[1]), binary);
    }

    /// The parts of a diff that are about these files.
    private static String only(String diff, Set<String> paths) {
        var kept = new StringBuilder();
        for (var part : diff.split("(?m)(?=^diff --git )", -1)) {
            var name = part.lines().findFirst().orElse("");
            if (paths.stream().anyMatch(path -> name.endsWith(" b/" + path) || name.endsWith(" \"b/" + path + "\"")))
                kept.append(part);
        }
        return kept.toString();
    }
}
