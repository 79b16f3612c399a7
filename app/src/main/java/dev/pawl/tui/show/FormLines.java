package dev.pawl.tui.show;

import dev.pawl.cli.Text;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.ItemView;
import java.util.ArrayList;
import java.util.List;

/// The agent's questions with what the person answered.
final class FormLines {
    private FormLines() {}

    static List<Line> of(Wording words, ItemView.ToolUse use) {
        var lines = new ArrayList<Line>();
        try {
            var answers = use.text().isEmpty()
                    ? Json.object()
                    : Json.parse(use.text()).at("answers");
            for (var question : Json.parse(use.arguments()).list("questions")) {
                lines.add(Line.of(Role.ACCENT, "• ")
                        .and(Role.STRONG, words.say(Text.TUI_ASKED) + " ")
                        .and(question.text("question", "")));
                var said = new ArrayList<String>();
                for (var answer : answers.at(question.text("id", "")).list("answers"))
                    said.add(answer.text().orElse(""));
                var shown = said.isEmpty() ? words.say(Text.TUI_NOT_ANSWERED) : String.join(", ", said);
                if (!use.isOpen()) lines.add(Line.of(Role.FAINT, "  └ ").and(shown));
            }
        } catch (BadJson unreadable) {
            lines.add(Line.of(Role.FAINT, "• " + words.say(Text.TUI_ASKED) + " " + use.arguments()));
        }
        return lines;
    }
}
