package dev.pawl.tool.patch;

import dev.pawl.card.Detail;
import dev.pawl.card.Detail.FileChange;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// All edits of a turn as one diff in git's form, from before the first to after the last. Made
/// from the edits alone: what commands did to the files is not in it.
public final class TurnDiff {
    private final List<FileStory> stories = new ArrayList<>();

    private TurnDiff() {}

    /// @param cwd paths below it are shown relative to it
    public static String of(List<Detail.Edits> edits, Path cwd) {
        var turn = new TurnDiff();
        for (var edit : edits) edit.changes().forEach(turn::add);
        var diff = new StringBuilder();
        for (var story : turn.stories) diff.append(story.diff(cwd));
        return diff.toString();
    }

    private void add(FileChange change) {
        var story = story(change);
        if (change.kind() == FileChange.Kind.DELETE) story.delete(change.diff());
        else story.change(change.movedTo().isEmpty() ? change.path() : change.movedTo(), change.diff());
    }

    /// The file that is there now under this name; else one that was; else a new one.
    private FileStory story(FileChange change) {
        for (var story : stories) {
            if (story.isAt(change.path())) return story;
        }
        for (var story : stories) {
            if (story.wasAt(change.path())) return story;
        }
        var isNew = change.kind() == FileChange.Kind.ADD && !change.diff().contains("\n-");
        var story = new FileStory(change.path(), isNew);
        stories.add(story);
        return story;
    }
}
