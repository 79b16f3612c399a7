package dev.pawl.tui.compose;

import dev.pawl.tui.term.Key;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The field a person types into, with its history, its pastes and its completions.
///
/// Not safe for use by many threads.
public final class Composer {
    private final EditField field = new EditField();
    private final Pastes pastes = new Pastes();
    private final PromptHistory history;
    private final Completions completions;
    private ChoiceList choices = ChoiceList.NONE;
    private boolean dismissed;

    /// What could stand in the place of what is typed.
    public interface Completions {
        /// Commands whose name begins so, without the slash.
        List<Choice> commands(String beginning);

        /// Files by a part of their path. Comes back at once with what is known; more may come
        /// later, and [Composer#refresh] asks again.
        List<Choice> files(String part);

        /// Skills whose name begins so, without the mark.
        List<Choice> skills(String beginning);
    }

    public Composer(PromptHistory history, Completions completions) {
        this.history = history;
        this.completions = completions;
    }

    public EditField field() {
        return field;
    }

    public ChoiceList choices() {
        return choices;
    }

    public boolean isEmpty() {
        return field.isEmpty();
    }

    /// What is sent: pastes in full.
    public String text() {
        return pastes.unfold(field.text());
    }

    /// What was typed before this began, the oldest first.
    public void remember(List<String> earlier) {
        history.addBefore(earlier);
    }

    /// The pictures that are sent with it.
    public List<Path> pictures() {
        return pastes.pictures(field.text());
    }

    public void attach(Path picture) {
        field.insert(pastes.add(picture) + " ");
    }

    public void set(String text) {
        field.set(text);
        dismissed = true;
        refresh();
    }

    /// Empties the field and remembers what stood there.
    ///
    /// @return what stood there
    public String take() {
        var text = text();
        history.add(text);
        clear();
        return text;
    }

    public void clear() {
        field.set("");
        pastes.clear();
        history.reset();
        dismissed = false;
        choices = ChoiceList.NONE;
    }

    /// Takes the selected completion.
    ///
    /// @return whether there was one
    public boolean complete() {
        if (choices.isEmpty()) return false;
        var from = tokenStart();
        field.replace(from, field.caret(), choices.current().insert());
        dismissed = true;
        choices = ChoiceList.NONE;
        return true;
    }

    public boolean dismiss() {
        if (choices.isEmpty()) return false;
        dismissed = true;
        choices = ChoiceList.NONE;
        return true;
    }

    /// @return whether the key meant something here
    public boolean key(Key key) {
        var before = field.text();
        var used = edit(key);
        if (!field.text().equals(before)) dismissed = false;
        if (used) refresh();
        return used;
    }

    /// Asks for completions again: something more is known now.
    public void refresh() {
        var old = choices.isEmpty() ? "" : choices.current().label();
        var found = dismissed ? List.<Choice>of() : found();
        var at = 0;
        for (var i = 0; i < found.size(); i++) if (found.get(i).label().equals(old)) at = i;
        choices = new ChoiceList(found, at);
    }

    private List<Choice> found() {
        var text = field.text();
        var start = tokenStart();
        if (start >= field.caret()) return List.of();
        var token = text.substring(start, field.caret());
        if (text.startsWith("!")) return token.startsWith("@") ? completions.files(token.substring(1)) : List.of();
        return switch (token.charAt(0)) {
            case '/' -> start == 0 && text.indexOf('\n') < 0 ? completions.commands(token.substring(1)) : List.of();
            case '@' -> completions.files(token.substring(1));
            case '$' -> completions.skills(token.substring(1));
            default -> List.of();
        };
    }

    /// Where the word before the caret begins.
    private int tokenStart() {
        var at = field.caret();
        while (at > 0 && !Character.isWhitespace(field.text().charAt(at - 1))) at--;
        return at;
    }

    private boolean edit(Key key) {
        return switch (key) {
            case Key.Paste(var text) -> insert(pastes.fold(text));
            case Key.Typed(var text, var modifiers) when modifiers.isEmpty() -> insert(text);
            case Key.Typed(var text, var modifiers) -> shortcut(text, modifiers);
            case Key.Press press -> press(press);
            default -> false;
        };
    }

    private boolean insert(String text) {
        field.insert(text);
        return true;
    }

    private boolean shortcut(String text, Set<Key.Modifier> modifiers) {
        if (modifiers.equals(Set.of(Key.Modifier.CTRL))) return ctrl(text);
        if (!modifiers.equals(Set.of(Key.Modifier.ALT))) return false;
        switch (text) {
            case "b" -> field.wordLeft();
            case "f" -> field.wordRight();
            case "d" -> field.killWordRight();
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean ctrl(String text) {
        switch (text) {
            case "a" -> field.home();
            case "e" -> field.end();
            case "b" -> field.left();
            case "f" -> field.right();
            case "h" -> deleteLeft();
            case "d" -> field.deleteRight();
            case "j" -> field.insert("\n");
            case "k" -> field.killToEnd();
            case "u" -> field.killToHome();
            case "w" -> field.killWordLeft();
            case "y" -> field.yank();
            case "p" -> {
                return up();
            }
            case "n" -> {
                return down();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private boolean press(Key.Press press) {
        var wide = press.modifiers().contains(Key.Modifier.CTRL)
                || press.modifiers().contains(Key.Modifier.ALT);
        switch (press.name()) {
            case ENTER -> {
                if (press.modifiers().isEmpty()) return false;
                field.insert("\n");
            }
            case BACKSPACE -> {
                if (wide) field.killWordLeft();
                else deleteLeft();
            }
            case DELETE -> {
                if (wide) field.killWordRight();
                else field.deleteRight();
            }
            case LEFT -> {
                if (wide) field.wordLeft();
                else field.left();
            }
            case RIGHT -> {
                if (wide) field.wordRight();
                else field.right();
            }
            case HOME -> field.home();
            case END -> field.end();
            case UP -> {
                return press.modifiers().isEmpty() && up();
            }
            case DOWN -> {
                return press.modifiers().isEmpty() && down();
            }
            default -> {
                return false;
            }
        }
        return true;
    }

    private void deleteLeft() {
        var mark = pastes.markBefore(field.text(), field.caret());
        if (mark >= 0) field.replace(mark, field.caret(), "");
        else field.deleteLeft();
    }

    private boolean up() {
        if (!choices.isEmpty()) choices = choices.move(-1);
        else if (history.isShowing(field.text()) || !field.up()) bring(history.older(field.text()));
        return true;
    }

    private boolean down() {
        if (!choices.isEmpty()) choices = choices.move(1);
        else if (history.isShowing(field.text()) || !field.down()) bring(history.newer());
        return true;
    }

    private void bring(Optional<String> text) {
        text.ifPresent(known -> {
            field.set(known);
            dismissed = true;
        });
    }
}
