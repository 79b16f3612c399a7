package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;

/// A thread in a list: its dot, its title, and what is shown beside it.
record ThreadLines(Wording words) {
    String title(ThreadAccess.ListedThread one) {
        var title =
                one.thread().title().isEmpty() ? one.preview() : one.thread().title();
        return title.isBlank()
                ? words.say(Text.TUI_UNTITLED)
                : title.lines().findFirst().orElse("");
    }

    Line dot(ThreadAccess.ListedThread one) {
        return switch (one.status().status()) {
            case ERROR -> Line.of(Role.BAD, "✕ ");
            case WAITING -> Line.of(Role.WARNING, "◆ ");
            case EDITING, RUNNING, RESPONDING, THINKING -> Line.of(Role.ACCENT, "● ");
            case SYNCING, STARTING -> Line.of(Role.ACCENT, "◐ ");
            case IDLE -> Line.of(Role.FAINT, "○ ");
        };
    }

    List<Line> preview(ThreadAccess.ListedThread one, int columns) {
        var lines = new ArrayList<Line>();
        lines.add(Line.of(Role.STRONG, words.say(one.status().header())));
        var details = words.say(one.status().details());
        if (!details.isEmpty()) lines.add(Line.of(Role.FAINT, details));
        lines.add(Line.of(Role.FAINT, one.thread().setup().cwd()));
        lines.add(Line.of(
                Role.FAINT, one.thread().setup().model() + " · " + one.thread().id()));
        lines.add(Line.EMPTY);
        for (var line : one.preview().split("\n", -1))
            lines.addAll(Line.plain(line).words(columns, 0));
        return lines;
    }
}
