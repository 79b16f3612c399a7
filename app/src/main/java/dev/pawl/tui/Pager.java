package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.term.Key;
import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A long text on a page of its own, in sections that are listed beside it where there is room.
final class Pager implements Screen.Page {
    private static final int LIST_COLUMNS = 32;
    private static final int WIDE = 100;

    private final Ui ui;
    private final Wording words;
    private final String title;
    private final List<Section> sections;
    private final List<Choice> choices;
    private int top;
    private String search = "";
    private boolean typing;
    private List<Line> body = List.of();
    private List<Integer> starts = List.of();
    private int room = 1;
    private int columns = -1;

    /// @param label how it is listed
    record Section(Line label, List<Line> lines) {
        Section {
            lines = List.copyOf(lines);
        }
    }

    /// A key that does something with what is shown, and closes it.
    ///
    /// @param about what it does, for the last row
    record Choice(char key, String about, Runnable run) {}

    Pager(Ui ui, Wording words, String title, List<Section> sections, List<Choice> choices) {
        this.ui = ui;
        this.words = words;
        this.title = title;
        this.sections = List.copyOf(sections);
        this.choices = List.copyOf(choices);
    }

    /// Begins at the end of the text.
    void toEnd() {
        top = Integer.MAX_VALUE / 2;
    }

    @Override
    public List<Line> rows(Tty.Size size) {
        room = Math.max(1, size.rows() - 2);
        var listed = sections.size() > 1 && size.columns() >= WIDE;
        layOut(listed ? size.columns() - LIST_COLUMNS - 3 : size.columns());
        top = Math.clamp(top, 0, Math.max(0, body.size() - room));
        var rows = new ArrayList<Line>();
        rows.add(Line.of(Role.HEADING, title));
        var current = current();
        var from = Math.clamp(current - room / 2L, 0, Math.max(0, sections.size() - room));
        for (var i = 0; i < room; i++) {
            var line = top + i < body.size() ? body.get(top + i) : Line.EMPTY;
            rows.add(listed ? beside(from + i, current, line) : line);
        }
        rows.add(footer());
        return rows;
    }

    private Line beside(int section, int current, Line line) {
        var label = Line.EMPTY;
        if (section < sections.size()) {
            var text = sections.get(section).label();
            label = Line.of(Role.ACCENT, section == current ? "› " : "  ")
                    .and(section == current ? text.in(Role.SELECTED) : text)
                    .cut(LIST_COLUMNS);
        }
        return label.and(" ".repeat(LIST_COLUMNS - label.width()))
                .and(Role.FAINT, " │ ")
                .and(line);
    }

    private Line footer() {
        if (typing) return Line.of(Role.ACCENT, "/" + search);
        var line = Line.of(Role.FAINT, words.say(Text.TUI_PAGER_KEYS));
        if (sections.size() > 1) line = line.and(Role.FAINT, " · " + words.say(Text.TUI_PAGER_SECTIONS));
        for (var choice : choices)
            line = line.and(Role.FAINT, " · ")
                    .and(Role.STRONG, choice.key() + " ")
                    .and(Role.FAINT, choice.about());
        var percent = body.size() <= room ? 100 : (top + room) * 100 / body.size();
        return line.and(Role.FAINT, "  " + percent + "%");
    }

    private void layOut(int width) {
        if (width == columns) return;
        columns = width;
        var lines = new ArrayList<Line>();
        var begins = new ArrayList<Integer>();
        for (var section : sections) {
            begins.add(lines.size());
            if (!section.label().isEmpty())
                lines.add(section.label().in(Role.HEADING).cut(width));
            for (var line : section.lines()) lines.addAll(line.words(width, 0));
            if (sections.size() > 1) lines.add(Line.EMPTY);
        }
        body = lines;
        starts = begins;
    }

    private int current() {
        var at = 0;
        for (var i = 0; i < starts.size(); i++) if (starts.get(i) <= top) at = i;
        return at;
    }

    @Override
    public int caretRow() {
        return room + 1;
    }

    @Override
    public int caretColumn() {
        return typing ? search.length() + 1 : 0;
    }

    @Override
    public void key(Key key, Instant at) {
        if (typing) {
            type(key);
            return;
        }
        switch (key) {
            case Key.Typed(var text, var modifiers) when modifiers.isEmpty() -> letter(text);
            case Key.Typed(var text, var _) -> {
                if (text.equals("c") || text.equals("t")) ui.closePage();
                if (text.equals("d")) top += room / 2;
                if (text.equals("u")) top -= room / 2;
            }
            case Key.Press(var name, var _) -> {
                switch (name) {
                    case ESCAPE -> ui.closePage();
                    case UP -> top--;
                    case DOWN, ENTER -> top++;
                    case PAGE_UP -> top -= room;
                    case PAGE_DOWN -> top += room;
                    case HOME -> top = 0;
                    case END -> top = body.size();
                    case TAB, RIGHT -> section(1);
                    case LEFT -> section(-1);
                    default -> {}
                }
            }
            default -> {}
        }
    }

    private void letter(String text) {
        for (var choice : choices) {
            if (text.equals(String.valueOf(choice.key()))) {
                ui.closePage();
                choice.run().run();
                return;
            }
        }
        switch (text) {
            case "q" -> ui.closePage();
            case "j" -> top++;
            case "k" -> top--;
            case " ", "f" -> top += room;
            case "b" -> top -= room;
            case "g" -> top = 0;
            case "G" -> top = body.size();
            case "]" -> section(1);
            case "[" -> section(-1);
            case "/" -> {
                typing = true;
                search = "";
            }
            case "n" -> find(1);
            case "N" -> find(-1);
            default -> {}
        }
    }

    private void section(int step) {
        var next = Math.clamp(current() + (long) step, 0, Math.max(0, starts.size() - 1));
        if (!starts.isEmpty()) top = starts.get(next);
    }

    private void type(Key key) {
        if (key.is(Key.Name.ENTER)) {
            typing = false;
            find(1);
        } else if (key.is(Key.Name.ESCAPE)) typing = false;
        else if (key.is(Key.Name.BACKSPACE)) search = search.isEmpty() ? "" : search.substring(0, search.length() - 1);
        else if (key instanceof Key.Typed(var text, var modifiers) && modifiers.isEmpty()) search += text;
    }

    private void find(int step) {
        if (search.isEmpty()) return;
        var wanted = search.toLowerCase(Locale.ROOT);
        for (var at = top + step; at >= 0 && at < body.size(); at += step) {
            if (body.get(at).text().toLowerCase(Locale.ROOT).contains(wanted)) {
                top = at;
                return;
            }
        }
    }
}
