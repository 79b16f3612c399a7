package dev.pawl.tui.ask;

import dev.pawl.tui.term.Key;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A question with a few answers, each with a number and a letter.
public final class ChoiceSheet implements Sheet {
    private final List<Line> question;
    private final List<Answer> answers;
    private final Optional<Runnable> escape;
    private final String more;
    private int selected;

    /// @param key the letter that chooses it; a blank for none
    public record Answer(char key, String label, Runnable choose) {}

    /// @param question cut from below when there is no room
    /// @param escape   what the escape key does; nothing for nothing
    /// @param more     said where the question is cut
    public ChoiceSheet(List<Line> question, List<Answer> answers, Optional<Runnable> escape, String more) {
        this(question, answers, escape, more, false);
    }

    /// @param isCareful whether the enter key chooses only after an arrow key: what is typed for
    ///     something else must not say yes
    public ChoiceSheet(
            List<Line> question, List<Answer> answers, Optional<Runnable> escape, String more, boolean isCareful) {
        this.question = List.copyOf(question);
        this.answers = List.copyOf(answers);
        this.escape = escape;
        this.more = more;
        this.selected = isCareful ? -1 : 0;
    }

    @Override
    public Rows rows(int columns, int most) {
        var rows = new ArrayList<Line>();
        for (var line : question) rows.addAll(line.words(columns, 2));
        var room = Math.max(1, most - answers.size() - 1);
        if (rows.size() > room) {
            rows.subList(room - 1, rows.size()).clear();
            rows.add(Line.of(Role.FAINT, more).cut(columns));
        }
        rows.add(Line.EMPTY);
        var caret = rows.size() + Math.max(0, selected);
        for (var i = 0; i < answers.size(); i++) {
            var answer = answers.get(i);
            var line = Line.of(Role.SELECTED, i == selected ? "› " : "  ")
                    .and(i == selected ? Role.SELECTED : Role.PLAIN, (i + 1) + ". " + answer.label());
            if (answer.key() != ' ') line = line.and(Role.FAINT, " (" + answer.key() + ")");
            rows.add(line.cut(columns));
        }
        return new Rows(rows, caret, 0);
    }

    @Override
    public void key(Key key) {
        if (key.is(Key.Name.UP)) selected = Math.floorMod(Math.max(0, selected) - 1, answers.size());
        else if (key.is(Key.Name.DOWN)) selected = Math.floorMod(selected + 1, answers.size());
        else if (key.is(Key.Name.ENTER)) {
            if (selected >= 0) answers.get(selected).choose().run();
        } else if (key.is(Key.Name.ESCAPE) || key.is(Key.Modifier.CTRL, 'c')) escape.ifPresent(Runnable::run);
        else if (key instanceof Key.Typed(var text, var modifiers) && modifiers.isEmpty()) choose(text);
    }

    private void choose(String text) {
        for (var i = 0; i < answers.size(); i++) {
            var answer = answers.get(i);
            if (text.equals(String.valueOf(i + 1)) || text.equals(String.valueOf(answer.key()))) {
                answer.choose().run();
                return;
            }
        }
    }
}
