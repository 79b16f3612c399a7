package dev.pawl.tui;

import dev.pawl.cli.Text;
import dev.pawl.tui.compose.EditField;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.term.Key;
import dev.pawl.tui.term.Tty;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A list to choose from on a page of its own, with a search and a preview of what is selected.
final class Picker implements Screen.Page {
    private final Ui ui;
    private final Wording words;
    private final String title;
    private final Function<String, List<Entry>> source;
    private final Runnable cancelled;
    private final EditField field = new EditField();
    private List<Entry> entries;
    private int selected;
    private int room = 1;

    /// @param preview lines about it, made when it is selected
    record Entry(Line label, Function<Integer, List<Line>> preview, Runnable choose) {}

    /// @param source the entries for what was typed
    /// @param cancelled what to do when nothing is chosen
    Picker(Ui ui, Wording words, String title, Function<String, List<Entry>> source, Runnable cancelled) {
        this.ui = ui;
        this.words = words;
        this.title = title;
        this.source = source;
        this.cancelled = cancelled;
        this.entries = source.apply("");
    }

    @Override
    public List<Line> rows(Tty.Size size) {
        var wide = size.columns() >= 100;
        var listColumns = wide ? size.columns() / 2 - 2 : size.columns();
        var previewRows = wide ? 0 : Math.max(0, size.rows() / 3);
        room = Math.max(1, size.rows() - 4 - previewRows);
        var rows = new ArrayList<Line>();
        rows.add(Line.of(Role.HEADING, title));
        rows.add(Line.of(Role.ACCENT, "› ")
                .and(
                        field.isEmpty()
                                ? Line.of(Role.FAINT, words.say(Text.TUI_TYPE_TO_SEARCH))
                                : Line.plain(field.text())));
        rows.add(Line.EMPTY);
        var preview = entries.isEmpty()
                ? List.<Line>of()
                : entries.get(selected).preview().apply(wide ? size.columns() - listColumns - 3 : size.columns() - 2);
        var from = Math.clamp(selected - room + 1L, 0, Math.max(0, entries.size() - room));
        for (var i = 0; i < room; i++) {
            var line = Line.EMPTY;
            if (from + i < entries.size()) {
                var isSelected = from + i == selected;
                var label = entries.get(from + i).label();
                line = Line.of(Role.SELECTED, isSelected ? "› " : "  ")
                        .and(isSelected ? label.in(Role.SELECTED) : label)
                        .cut(listColumns);
            } else if (i == 0) line = Line.of(Role.FAINT, "  " + words.say(Text.TUI_NOTHING_FOUND));
            if (wide) {
                line = line.and(" ".repeat(Math.max(0, listColumns - line.width())))
                        .and(Role.FAINT, " │ ");
                if (i < preview.size()) line = line.and(preview.get(i));
            }
            rows.add(line);
        }
        if (!wide && previewRows > 0) {
            rows.add(Line.of(Role.FAINT, "─".repeat(Math.max(1, size.columns() - 1))));
            preview.stream().limit(previewRows - 1L).forEach(rows::add);
            while (rows.size() < size.rows() - 1) rows.add(Line.EMPTY);
        }
        rows.add(Line.of(Role.FAINT, words.say(Text.TUI_PICKER_KEYS)));
        return rows;
    }

    @Override
    public int caretRow() {
        return 1;
    }

    @Override
    public int caretColumn() {
        return 2 + Line.plain(field.text().substring(0, field.caret())).width();
    }

    @Override
    public void key(Key key, Instant at) {
        if (key.is(Key.Name.ESCAPE) || key.is(Key.Modifier.CTRL, 'c')) {
            ui.closePage();
            cancelled.run();
        } else if (key.is(Key.Name.ENTER)) {
            if (entries.isEmpty()) return;
            ui.closePage();
            entries.get(selected).choose().run();
        } else if (key.is(Key.Name.UP) || key.is(Key.Modifier.CTRL, 'p')) move(-1);
        else if (key.is(Key.Name.DOWN) || key.is(Key.Modifier.CTRL, 'n')) move(1);
        else if (key.is(Key.Name.PAGE_UP)) move(-room);
        else if (key.is(Key.Name.PAGE_DOWN)) move(room);
        else type(key);
    }

    private void move(int rows) {
        if (!entries.isEmpty()) selected = Math.clamp(selected + (long) rows, 0, entries.size() - 1);
    }

    private void type(Key key) {
        var before = field.text();
        if (key instanceof Key.Typed(var text, var modifiers) && modifiers.isEmpty()) field.insert(text);
        else if (key instanceof Key.Paste(var text)) field.insert(text.replace('\n', ' '));
        else if (key.is(Key.Name.BACKSPACE)) field.deleteLeft();
        else if (key.is(Key.Name.LEFT)) field.left();
        else if (key.is(Key.Name.RIGHT)) field.right();
        else if (key.is(Key.Modifier.CTRL, 'u')) field.set("");
        if (field.text().equals(before)) return;
        entries = source.apply(field.text());
        selected = 0;
    }
}
