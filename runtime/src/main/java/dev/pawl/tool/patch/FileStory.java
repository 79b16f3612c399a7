package dev.pawl.tool.patch;

import java.nio.file.Path;

/// What became of one file in a turn: where it was, where it is, and how its lines changed.
final class FileStory {
    private final String before;
    private final boolean isNew;
    private final LineHistory lines;
    private String now;
    private boolean gone;
    private boolean binary;

    FileStory(String path, boolean isNew) {
        this.before = path;
        this.isNew = isNew;
        this.lines = new LineHistory(isNew);
        this.now = path;
    }

    boolean isAt(String path) {
        return !gone && now.equals(path);
    }

    boolean wasAt(String path) {
        return gone && before.equals(path);
    }

    void change(String path, String diff) {
        take(diff);
        now = path;
        gone = false;
    }

    void delete(String diff) {
        take(diff);
        gone = true;
    }

    private void take(String diff) {
        if (diff.startsWith("Binary")) binary = true;
        else lines.apply(diff);
    }

    String diff(Path cwd) {
        var body = lines.diff();
        var moved = !gone && !isNew && !before.equals(now);
        if (isNew && gone) return "";
        if (body.isEmpty() && !moved && !binary && !isNew && !gone) return "";
        var old = "a/" + relative(before, cwd);
        var fresh = "b/" + relative(gone ? before : now, cwd);
        var diff = new StringBuilder("diff --git " + old + " " + fresh + "\n");
        if (isNew) diff.append("new file mode 100644\n");
        if (gone) diff.append("deleted file mode 100644\n");
        if (moved) {
            diff.append("rename from ").append(relative(before, cwd)).append('\n');
            diff.append("rename to ").append(relative(now, cwd)).append('\n');
        }
        var from = isNew ? "/dev/null" : old;
        var to = gone ? "/dev/null" : fresh;
        if (binary)
            return diff.append("Binary files " + from + " and " + to + " differ\n")
                    .toString();
        if (!body.isEmpty())
            diff.append("--- ")
                    .append(from)
                    .append("\n+++ ")
                    .append(to)
                    .append('\n')
                    .append(body);
        return diff.toString();
    }

    private static String relative(String path, Path cwd) {
        var absolute = Path.of(path);
        return absolute.startsWith(cwd) ? cwd.relativize(absolute).toString() : path.replaceFirst("^/", "");
    }
}
