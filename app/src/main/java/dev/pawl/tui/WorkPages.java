package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The pages of work that is more than one thread: the tree of agents, and the workflow of the
/// folder. Called by the thread of [Ui] alone.
final class WorkPages {
    private final ChatControl control;
    private final Ui ui;
    private final Chat chat;
    private final ThreadAccess access;
    private final Wording words;
    private final ThreadLines lines;

    WorkPages(ChatControl control, Ui ui, Chat chat, ThreadAccess access, Wording words) {
        this.control = control;
        this.ui = ui;
        this.chat = chat;
        this.access = access;
        this.words = words;
        this.lines = new ThreadLines(words);
    }

    /// The agents above and below this one; choosing one opens its thread.
    void agents() {
        var thread = chat.state().thread();
        control.later(() -> access.agents(thread), tree -> {
            if (tree.size() < 2) {
                chat.hint(words.say(Text.TUI_NO_AGENTS));
                return;
            }
            ui.open(new Picker(
                    ui,
                    words,
                    words.say(Text.TUI_AGENTS_TITLE),
                    typed -> tree.stream()
                            .filter(one -> matches(one, typed.toLowerCase(Locale.ROOT)))
                            .map(this::entry)
                            .toList(),
                    () -> {}));
        });
    }

    private static boolean matches(ThreadAccess.AgentLine one, String typed) {
        var text = one.name() + " " + one.role() + " " + one.listed().thread().title() + " "
                + one.listed().preview();
        return text.toLowerCase(Locale.ROOT).contains(typed);
    }

    private Picker.Entry entry(ThreadAccess.AgentLine one) {
        var indent = one.depth() == 0 ? "" : "  ".repeat(one.depth() - 1) + "└ ";
        var name = one.name().isEmpty() ? lines.title(one.listed()) : one.name();
        var label = Line.of(Role.FAINT, indent).and(lines.dot(one.listed())).and(name);
        if (!one.role().isEmpty()) label = label.and(Role.FAINT, " (" + one.role() + ")");
        label = label.and(Role.FAINT, "  " + words.say(one.listed().status().header()));
        return new Picker.Entry(
                label,
                columns -> lines.preview(one.listed(), columns),
                () -> control.open(one.listed().thread()));
    }

    /// The tasks of the folder's workflow and the evidence for each.
    void flow() {
        var thread = chat.state().thread();
        control.later(() -> access.flow(thread), found -> {
            if (found.isEmpty()) chat.hint(words.say(Text.TUI_NO_FLOW));
            else ui.open(board(found.get()));
        });
    }

    private Pager board(ThreadAccess.FlowBoard board) {
        var about = new ArrayList<Line>();
        for (var line : board.requirement().split("\n", -1)) about.add(Line.plain(line));
        about.add(Line.EMPTY);
        for (var note : board.notes()) about.add(Line.of(Role.FAINT, note));
        var sections = new ArrayList<Pager.Section>();
        sections.add(new Pager.Section(Line.of(Role.STRONG, board.head()), about));
        for (var task : board.tasks()) sections.add(new Pager.Section(label(task), details(task)));
        return new Pager(ui, words, words.say(Text.TUI_FLOW_TITLE), sections, List.of());
    }

    private static Line label(ThreadAccess.FlowTask task) {
        var mark = switch (task.progress()) {
            case PENDING -> Line.of(Role.FAINT, "☐ ");
            case RUNNING -> Line.of(Role.ACCENT, "▸ ");
            case DONE -> Line.of(Role.GOOD, "✔ ");
            case STUCK -> Line.of(Role.BAD, "✕ ");
            case LEFT_OUT -> Line.of(Role.FAINT, "– ");
        };
        return mark.and(task.id() + " " + task.title());
    }

    private static List<Line> details(ThreadAccess.FlowTask task) {
        var details = new ArrayList<Line>();
        if (!task.evidence().isEmpty()) details.add(Line.of(Role.FAINT, "  " + task.evidence()));
        for (var line : task.lines()) details.add(Line.of(Role.FAINT, "  " + line));
        return details;
    }
}
