package dev.pawl.tui.ask;

import dev.pawl.cli.Text;
import dev.pawl.tui.compose.EditField;
import dev.pawl.tui.compose.FieldRows;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.term.Key;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Questions that are answered in words, one after another; some offer answers to choose from.
public final class FormSheet implements Sheet {
    private final Wording words;
    private final List<Asked> questions;
    private final Consumer<List<String>> done;
    private final Runnable refused;
    private final List<String> answers = new ArrayList<>();
    private final EditField field = new EditField();
    private int selected;

    /// @param options answers to choose from, each with what it means
    public record Asked(List<Line> text, List<Option> options) {
        public Asked {
            text = List.copyOf(text);
            options = List.copyOf(options);
        }
    }

    public record Option(String label, String about) {}

    /// @param done gets an answer for each question
    /// @param refused what the escape key does
    public FormSheet(Wording words, List<Asked> questions, Consumer<List<String>> done, Runnable refused) {
        this.words = words;
        this.questions = List.copyOf(questions);
        this.done = done;
        this.refused = refused;
        this.selected = questions.getFirst().options().isEmpty() ? -1 : 0;
    }

    private Asked current() {
        return questions.get(Math.min(answers.size(), questions.size() - 1));
    }

    @Override
    public Rows rows(int columns, int most) {
        var rows = new ArrayList<Line>();
        if (questions.size() > 1)
            rows.add(Line.of(Role.FAINT, Math.min(answers.size() + 1, questions.size()) + "/" + questions.size()));
        for (var line : current().text()) rows.addAll(line.words(columns, 0));
        for (var i = 0; i < current().options().size(); i++) {
            var option = current().options().get(i);
            rows.add(Line.of(Role.SELECTED, i == selected ? "› " : "  ")
                    .and(i == selected ? Role.SELECTED : Role.PLAIN, (i + 1) + ". " + option.label())
                    .and(Role.FAINT, option.about().isEmpty() ? "" : "  " + option.about())
                    .cut(columns));
        }
        var input = FieldRows.of(field.text(), field.caret(), columns - 2).window(4);
        var caretRow = rows.size() + input.caretRow();
        for (var i = 0; i < input.rows().size(); i++)
            rows.add(Line.of(Role.ACCENT, i == 0 ? "› " : "  ").and(input.rows().get(i)));
        rows.add(Line.of(
                        Role.FAINT,
                        words.say(current().options().isEmpty() ? Text.TUI_FORM_KEYS : Text.TUI_FORM_CHOICE_KEYS))
                .cut(columns));
        return new Rows(rows, caretRow, 2 + input.caretColumn());
    }

    @Override
    public void key(Key key) {
        var options = current().options();
        if (key.is(Key.Name.ENTER)) {
            if (!field.isEmpty()) answer(field.text());
            else if (selected >= 0) answer(options.get(selected).label());
        } else if (key.is(Key.Name.ESCAPE)) refused.run();
        else if (key.is(Key.Name.UP) && selected >= 0) selected = Math.floorMod(selected - 1, options.size());
        else if (key.is(Key.Name.DOWN) && selected >= 0) selected = Math.floorMod(selected + 1, options.size());
        else if (key.is(Key.Name.BACKSPACE)) field.deleteLeft();
        else if (key.is(Key.Name.LEFT)) field.left();
        else if (key.is(Key.Name.RIGHT)) field.right();
        else if (key.is(Key.Modifier.CTRL, 'u')) field.set("");
        else if (key.is(Key.Modifier.CTRL, 'j')) field.insert("\n");
        else if (key instanceof Key.Paste(var text)) field.insert(text);
        else if (key instanceof Key.Typed(var text, var modifiers) && modifiers.isEmpty()) type(text);
    }

    /// A number chooses while nothing was typed.
    private void type(String text) {
        var options = current().options();
        var digit = text.length() == 1 ? Character.digit(text.charAt(0), 10) : -1;
        if (field.isEmpty() && digit >= 1 && digit <= options.size())
            answer(options.get(digit - 1).label());
        else field.insert(text);
    }

    private void answer(String text) {
        answers.add(text);
        field.set("");
        if (answers.size() == questions.size()) done.accept(List.copyOf(answers));
        else selected = current().options().isEmpty() ? -1 : 0;
    }
}
