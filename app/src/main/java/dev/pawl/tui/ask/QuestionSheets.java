package dev.pawl.tui.ask;

import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Question;
import dev.pawl.cli.Text;
import dev.pawl.command.Command;
import dev.pawl.id.LetterId;
import dev.pawl.json.BadJson;
import dev.pawl.json.FormFields;
import dev.pawl.json.Json;
import dev.pawl.tui.show.ItemLines;
import dev.pawl.tui.show.Wording;
import dev.pawl.tui.text.Line;
import dev.pawl.tui.text.Role;
import dev.pawl.view.QuestionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// A question of a thread as a sheet: its exact text, the answers it takes, and the command each
/// becomes.
///
/// @param letters names for commands
/// @param answer  sends one
/// @param show    shows lines on a page
/// @param wrong   says what is wrong with what was typed
/// @param labels  the same in lines
public record QuestionSheets(
        Wording words,
        Supplier<LetterId> letters,
        Consumer<Command> answer,
        Consumer<List<Line>> show,
        Consumer<String> wrong,
        QuestionLines labels) {
    private static final int MOST_CHANGES = 400;

    /// @param queue where it stands among those that wait, as in `1/2`; empty for alone
    public Sheet of(QuestionView asked, String queue) {
        return switch (asked.question()) {
            case Question.Approval approval -> approval(asked, approval, queue);
            case Question.Form(var questions) -> form(asked, questions);
            case Question.Elicitation elicitation -> elicitation(asked, elicitation);
            case Question.Note(var text) -> choices(asked, List.of(Line.of(Role.STRONG, text)), Optional.empty());
        };
    }

    private Sheet approval(QuestionView asked, Question.Approval approval, String queue) {
        var title = switch (approval.kind()) {
            case COMMAND -> Text.TUI_ASK_COMMAND;
            case EDIT -> Text.TUI_ASK_EDIT;
            case REMOTE_TOOL -> Text.TUI_ASK_TOOL;
        };
        var lines = new ArrayList<Line>();
        lines.add(Line.of(Role.WARNING, "◆ ").and(Role.STRONG, words.say(title)).and(Role.FAINT, queue));
        var code = approval.kind() == Question.Approval.Kind.EDIT ? Role.STRONG : Role.CODE;
        for (var line : approval.title().split("\n", -1))
            lines.add(Line.plain("  ").and(code, line));
        for (var fact : approval.facts()) lines.add(Line.of(Role.FAINT, "  " + fact));
        if (!approval.why().isEmpty())
            lines.add(Line.of(Role.FAINT, "  " + words.say(Text.TUI_AGENT_SAYS, approval.why())));
        var all = new ArrayList<>(lines);
        all.addAll(ItemLines.changes(approval.changes(), "", Integer.MAX_VALUE));
        lines.addAll(ItemLines.changes(approval.changes(), "", MOST_CHANGES));
        return choices(asked, lines, Optional.of(all));
    }

    private Sheet choices(QuestionView asked, List<Line> lines, Optional<List<Line>> whole) {
        var answers = new ArrayList<ChoiceSheet.Answer>();
        for (var choice : asked.choices())
            answers.add(new ChoiceSheet.Answer(key(choice), labels.label(asked, choice), () -> decide(asked, choice)));
        whole.filter(all -> all.size() > 6)
                .ifPresent(all ->
                        answers.add(new ChoiceSheet.Answer('v', words.say(Text.TUI_SHOW_ALL), () -> show.accept(all))));
        return new ChoiceSheet(
                lines,
                answers,
                Optional.of(() -> decide(asked, Choice.DECLINE)),
                "  " + words.say(Text.TUI_CUT_SHOW_ALL),
                true);
    }

    private static char key(Choice choice) {
        return switch (choice) {
            case ACCEPT -> 'y';
            case ACCEPT_FOR_THREAD -> 't';
            case ACCEPT_AND_REMEMBER -> 'a';
            case DECLINE -> 'n';
            case CANCEL -> 'c';
        };
    }

    private void decide(QuestionView asked, Choice choice) {
        answer.accept(asked.decide(letters.get(), choice, ""));
    }

    /// The agent's own questions; answers go back in the form of its tool.
    private Sheet form(QuestionView asked, String questions) {
        var texts = new ArrayList<FormSheet.Asked>();
        var ids = new ArrayList<String>();
        try {
            for (var question : Json.parse(questions).list("questions")) {
                ids.add(question.text("id", String.valueOf(ids.size() + 1)));
                texts.add(new FormSheet.Asked(text(question), options(question)));
            }
        } catch (BadJson unreadable) {
            texts.clear();
            ids.clear();
        }
        if (texts.isEmpty()) {
            ids.add("1");
            texts.add(new FormSheet.Asked(List.of(Line.of(Role.STRONG, questions)), List.of()));
        }
        return new FormSheet(
                words,
                texts,
                said -> answer.accept(asked.answer(letters.get(), answers(ids, said))),
                () -> answer.accept(asked.answer(letters.get(), "{\"answers\":{}}")));
    }

    private static List<Line> text(Json question) {
        var lines = new ArrayList<Line>();
        var header = question.text("header", "");
        for (var line : question.text("question", "").split("\n", -1)) {
            var mark = lines.isEmpty() ? Line.of(Role.WARNING, "◆ ") : Line.plain("  ");
            if (lines.isEmpty() && !header.isEmpty()) mark = mark.and(Role.ACCENT, header + " ");
            lines.add(mark.and(Role.STRONG, line));
        }
        return lines;
    }

    private static List<FormSheet.Option> options(Json question) {
        if (!(question.at("options") instanceof Json.Arr(var options))) return List.of();
        return options.stream()
                .map(option -> new FormSheet.Option(option.text("label", ""), option.text("description", "")))
                .toList();
    }

    private static String answers(List<String> ids, List<String> said) {
        var answers = Json.object();
        for (var i = 0; i < ids.size(); i++)
            answers = answers.with(ids.get(i), Json.object().with("answers", Json.strings(List.of(said.get(i)))));
        return Json.object().with("answers", answers).write();
    }

    /// A server's form: its fields in one line, or a plain yes.
    private Sheet elicitation(QuestionView asked, Question.Elicitation form) {
        var fields = FormFields.of(form.schema());
        var lines = new ArrayList<Line>();
        lines.add(Line.of(Role.WARNING, "◆ ")
                .and(Role.STRONG, words.say(Text.TUI_SERVER_ASKS, form.server()) + " ")
                .and(form.message()));
        for (var line : fields.lines()) lines.add(Line.of(Role.FAINT, "  - " + line));
        if (fields.fields().isEmpty()) {
            var answers = List.of(
                    new ChoiceSheet.Answer(
                            'y', words.say(Text.TUI_ACCEPT), () -> answer.accept(asked.answer(letters.get(), "{}"))),
                    new ChoiceSheet.Answer('n', words.say(Text.TUI_DECLINE), () -> decide(asked, Choice.DECLINE)));
            return new ChoiceSheet(lines, answers, Optional.of(() -> decide(asked, Choice.DECLINE)), "", true);
        }
        lines.add(Line.of(Role.FAINT, "  " + fields.pattern()));
        return new FormSheet(
                words,
                List.of(new FormSheet.Asked(lines, List.of())),
                said -> fill(asked, fields, said.getFirst()),
                () -> decide(asked, Choice.DECLINE));
    }

    private void fill(QuestionView asked, FormFields fields, String typed) {
        try {
            answer.accept(asked.answer(letters.get(), fields.content(typed).write()));
        } catch (BadJson problem) {
            wrong.accept(String.valueOf(problem.getMessage()));
        }
    }
}
