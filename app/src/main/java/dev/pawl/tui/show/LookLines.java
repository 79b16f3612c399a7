package dev.pawl.tui.show;

import dev.pawl.cli.Text;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.ItemView;
import java.util.Optional;

/// What the agent reads, lists and searches with its own tools: one line each, in words.
final class LookLines {
    private LookLines() {}

    /// What follows the mark of the line; empty for any other tool, and for arguments that cannot
    /// be read.
    static Optional<Line> of(Wording words, ItemView.ToolUse use, String folder) {
        try {
            return switch (use.tool()) {
                case "read_file" -> Optional.of(read(words, Json.parse(use.arguments()), folder));
                case "list_dir" -> Optional.of(listed(words, Json.parse(use.arguments()), folder));
                case "grep_files" -> Optional.of(searched(words, Json.parse(use.arguments()), use.text(), folder));
                default -> Optional.empty();
            };
        } catch (BadJson unreadable) {
            return Optional.empty();
        }
    }

    private static Line read(Wording words, Json given, String folder) {
        var line = Line.of(Role.STRONG, words.say(Text.SHOW_READ) + " ")
                .and(Role.CODE, Paths.below(given.text("file_path"), folder));
        var from = number(given, "offset", 1);
        var most = number(given, "limit", 0);
        if (from <= 1 && most == 0) return line;
        var lines = most == 0 ? from + "–" : from + "–" + (from + most - 1);
        return line.and(Role.FAINT, " " + words.say(Text.SHOW_LINES, lines));
    }

    private static Line listed(Wording words, Json given, String folder) {
        return Line.of(Role.STRONG, words.say(Text.SHOW_LISTED) + " ")
                .and(Role.CODE, place(given.text("dir_path"), folder));
    }

    private static Line searched(Wording words, Json given, String found, String folder) {
        var line = Line.of(Role.STRONG, words.say(Text.SHOW_SEARCHED) + " ").and(Role.CODE, given.text("pattern"));
        var where = given.text("path", "");
        var include = given.text("include", "");
        if (!where.isEmpty()) line = line.and(Role.FAINT, " " + words.say(Text.SHOW_IN, place(where, folder)));
        if (!include.isEmpty()) line = line.and(Role.FAINT, " (" + include + ")");
        if (found.isEmpty()) return line;
        var files = found.lines()
                .filter(path -> path.startsWith("/") || path.startsWith("./"))
                .count();
        return line.and(Role.FAINT, " · " + words.say(Text.SHOW_FILES_FOUND, String.valueOf(files)));
    }

    private static long number(Json given, String name, long otherwise) {
        return given.at(name) instanceof Json.Num ? given.number(name) : otherwise;
    }

    private static String place(String path, String folder) {
        var below = Paths.below(path, folder);
        return below.isEmpty() || path.equals(folder) ? "." : below;
    }
}
