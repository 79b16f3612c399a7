package dev.pawl.tui.compose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tui.term.Key;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ComposerTest {
    private final Composer composer = new Composer(new PromptHistory(List.of("first", "second\nline")), new Known());

    private static final class Known implements Composer.Completions {
        @Override
        public List<Choice> commands(String beginning) {
            return List.of("new", "next", "quit").stream()
                    .filter(name -> name.startsWith(beginning))
                    .map(name -> new Choice("/" + name, "", "/" + name))
                    .toList();
        }

        @Override
        public List<Choice> files(String part) {
            return FileIndex.of(List.of("src/Main.java", "src/Margin.java", "README.md"))
                    .find(part, () -> false)
                    .stream()
                    .map(path -> new Choice(path, "", path))
                    .toList();
        }

        @Override
        public List<Choice> skills(String beginning) {
            return List.of();
        }
    }

    private void type(String text) {
        for (var i = 0; i < text.length(); i++) composer.key(new Key.Typed(text.substring(i, i + 1)));
    }

    private void press(Key.Name name) {
        composer.key(new Key.Press(name));
    }

    private void ctrl(String letter) {
        composer.key(new Key.Typed(letter, Set.of(Key.Modifier.CTRL)));
    }

    @Test
    void aCommandIsCompleted() {
        type("/ne");
        assertThat(composer.choices().choices()).hasSize(2);
        press(Key.Name.DOWN);
        assertThat(composer.complete()).isTrue();
        assertThat(composer.text()).isEqualTo("/next");
        assertThat(composer.choices().isEmpty()).isTrue();
    }

    @Test
    void aFileIsCompletedWhereItIsTyped() {
        type("look at @mar please");
        for (var i = 0; i < " please".length(); i++) press(Key.Name.LEFT);
        assertThat(composer.choices().current().label()).isEqualTo("src/Margin.java");
        composer.complete();
        assertThat(composer.text()).isEqualTo("look at src/Margin.java please");
    }

    @Test
    void arrowsGoThroughHistoryAndBackToTheDraft() {
        type("draft");
        press(Key.Name.UP);
        assertThat(composer.text()).isEqualTo("second\nline");
        press(Key.Name.UP);
        assertThat(composer.text()).isEqualTo("first");
        press(Key.Name.DOWN);
        press(Key.Name.DOWN);
        assertThat(composer.text()).isEqualTo("draft");
    }

    @Test
    void arrowsMoveInATextOfManyLines() {
        type("one");
        ctrl("j");
        type("two");
        press(Key.Name.UP);
        type("!");
        assertThat(composer.text()).isEqualTo("one!\ntwo");
    }

    @Test
    void aLargePasteIsAMarkUntilItIsSent() {
        var text = "a line\n".repeat(50);
        type("see ");
        composer.key(new Key.Paste(text));
        assertThat(composer.field().text()).startsWith("see [Pasted text #1: 50 lines");
        assertThat(composer.text()).isEqualTo("see " + text);
        press(Key.Name.BACKSPACE);
        assertThat(composer.field().text()).isEqualTo("see ");
    }

    @Test
    void aSmallPasteIsText() {
        composer.key(new Key.Paste("two\nlines"));
        assertThat(composer.field().text()).isEqualTo("two\nlines");
    }

    @Test
    void wordsAreKilledAndYanked() {
        type("one two three");
        ctrl("w");
        assertThat(composer.text()).isEqualTo("one two ");
        ctrl("a");
        ctrl("y");
        assertThat(composer.text()).isEqualTo("threeone two ");
        ctrl("k");
        assertThat(composer.text()).isEqualTo("three");
    }

    @Test
    void oneKeyDeletesWhatLooksLikeOneCharacter() {
        composer.key(new Key.Typed("👨‍👩‍👧‍👦"));
        composer.key(new Key.Typed("e\u0301"));
        press(Key.Name.BACKSPACE);
        assertThat(composer.text()).isEqualTo("👨‍👩‍👧‍👦");
        press(Key.Name.BACKSPACE);
        assertThat(composer.isEmpty()).isTrue();
    }

    @Test
    void theCaretIsShownWhereTheNextCharacterGoes() {
        for (var columns = 4; columns < 30; columns++) {
            var text = "你好 wide and\nnarrow 👍🏽 text";
            for (var caret = 0; caret <= text.length(); caret++) {
                if (caret > 0 && caret < text.length() && Character.isLowSurrogate(text.charAt(caret))) continue;
                var rows = FieldRows.of(text, caret, columns);
                var limit = columns;
                assertThat(rows.rows()).allMatch(row -> row.width() <= limit);
                assertThat(rows.caretColumn()).isLessThan(columns);
                assertThat(rows.caretRow()).isLessThan(rows.rows().size());
            }
        }
    }

    @Test
    void theFilesOfANameComeBeforeTheFoldersOfIt() {
        var index = FileIndex.of(List.of("main/other.txt", "docs/amain.txt", "src/main.c", "m/a/i/n.txt"));
        assertThat(index.find("main", () -> false))
                .containsExactly("src/main.c", "docs/amain.txt", "main/other.txt", "m/a/i/n.txt");
    }
}
