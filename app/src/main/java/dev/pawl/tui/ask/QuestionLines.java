package dev.pawl.tui.ask;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.cli.Text;
import dev.pawl.command.Command;
import dev.pawl.id.LetterId;
import dev.pawl.tui.show.ItemLines;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.view.QuestionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Questions in lines with numbered answers.
///
/// @param letters names for commands
public record QuestionLines(Wording words, Supplier<LetterId> letters) {
    public List<Line> lines(QuestionView asked) {
        var lines = new ArrayList<Line>();
        for (var line : asked.title().split("\n", -1)) lines.add(Line.plain(line));
        if (asked.question() instanceof Question.Approval approval) {
            for (var fact : approval.facts()) lines.add(Line.plain("  " + fact));
            if (!approval.why().isEmpty()) lines.add(Line.plain("  " + words.say(Text.TUI_AGENT_SAYS, approval.why())));
            lines.addAll(ItemLines.changes(approval.changes(), "", Integer.MAX_VALUE));
        }
        if (asked.question() instanceof Question.Form(var questions)) lines.add(Line.plain(questions));
        var number = 1;
        for (var choice : asked.choices()) lines.add(Line.plain(number++ + ". " + label(asked, choice)));
        return lines;
    }

    public String label(QuestionView asked, Choice choice) {
        return switch (choice) {
            case ACCEPT -> words.say(Text.TUI_ACCEPT);
            case ACCEPT_FOR_THREAD -> words.say(Text.TUI_ACCEPT_THREAD);
            case ACCEPT_AND_REMEMBER ->
                words.say(
                        Text.TUI_ACCEPT_RULE,
                        asked.question() instanceof Question.Approval approval
                                ? String.join(" ", approval.remembers())
                                : "");
            case DECLINE -> words.say(Text.TUI_DECLINE);
            case CANCEL -> words.say(Text.TUI_DECLINE_STOP);
        };
    }

    /// The command for what was typed: a number, or words where words are asked for. Nothing for
    /// what is neither.
    public Optional<Command> answer(QuestionView asked, String typed) {
        var choices = asked.choices();
        for (var i = 0; i < choices.size(); i++) {
            if (typed.equals(String.valueOf(i + 1)))
                return Optional.of(asked.decide(letters.get(), choices.get(i), ""));
        }
        return asked.takesWords() ? Optional.of(asked.answer(letters.get(), typed)) : Optional.empty();
    }
}
