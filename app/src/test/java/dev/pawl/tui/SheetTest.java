package dev.pawl.tui;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.tui.ask.ChoiceSheet;
import dev.pawl.tui.term.Key;
import dev.pawl.tui.text.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SheetTest {
    private final List<String> chosen = new ArrayList<>();

    private ChoiceSheet sheet(boolean careful) {
        var answers = List.of(
                new ChoiceSheet.Answer('y', "Yes", () -> chosen.add("yes")),
                new ChoiceSheet.Answer('n', "No", () -> chosen.add("no")));
        Optional<Runnable> escape = Optional.of(() -> chosen.add("escape"));
        return new ChoiceSheet(List.of(Line.plain("Sure?")), answers, escape, "more", careful);
    }

    @Test
    void enterSaysNothingAboutAnApprovalBeforeAnArrowKey() {
        var sheet = sheet(true);
        for (var letter : List.of("f", "o", "r", "m")) sheet.key(new Key.Typed(letter));
        sheet.key(new Key.Press(Key.Name.ENTER));
        assertThat(chosen).isEmpty();
        sheet.key(new Key.Press(Key.Name.DOWN));
        sheet.key(new Key.Press(Key.Name.ENTER));
        assertThat(chosen).containsExactly("yes");
    }

    @Test
    void lettersNumbersAndEscapeAnswer() {
        var sheet = sheet(true);
        sheet.key(new Key.Typed("n"));
        sheet.key(new Key.Typed("1"));
        sheet.key(new Key.Press(Key.Name.ESCAPE));
        assertThat(chosen).containsExactly("no", "yes", "escape");
    }
}
