package dev.pawl.tui.show;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.tui.text.Line;
import java.util.List;

/// A changed file on a page: its line in the list, and its lines.
public final class DiffPages {
    private DiffPages() {}

    /// Sign, path and how many lines came and went.
    public static Line label(FileChange change, String folder) {
        return ItemLines.fileHead(change, folder);
    }

    /// Lines that came and went.
    public record Totals(int added, int removed) {}

    public static Totals totals(List<FileChange> changes) {
        var added = 0;
        var removed = 0;
        for (var change : changes) {
            var rows = ItemLines.rows(change);
            added += rows.added();
            removed += rows.removed();
        }
        return new Totals(added, removed);
    }

    public static List<Line> lines(FileChange change) {
        return DiffLines.of(ItemLines.rows(change), change.path(), Integer.MAX_VALUE);
    }
}
