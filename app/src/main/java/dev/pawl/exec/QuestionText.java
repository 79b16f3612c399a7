package dev.pawl.exec;

import dev.pawl.card.Question;
import dev.pawl.card.Visible;
import dev.pawl.json.FormFields;
import dev.pawl.view.QuestionView;
import java.util.ArrayList;
import java.util.List;

/// Questions in words, for a terminal.
final class QuestionText {
    private static final int LINES_LISTED = 40;

    private QuestionText() {}

    static String of(Question question) {
        return switch (question) {
            case Question.Note(var text) -> text;
            case Question.Approval approval -> approval(approval);
            case Question.Form(var questions) -> form(questions);
            case Question.Elicitation elicitation -> elicitation(elicitation);
        };
    }

    /// Without the changes it would make: [#changes] are those.
    private static String approval(Question.Approval approval) {
        var title = marked(approval.title());
        var head = switch (approval.kind()) {
            case COMMAND -> "run: " + title;
            case EDIT -> title;
            case REMOTE_TOOL -> "call: " + title;
        };
        var text = new StringBuilder(head);
        for (var fact : approval.facts()) text.append("\n  ").append(fact);
        if (!approval.why().isEmpty()) text.append("\n  the agent says: ").append(approval.why());
        return text.toString();
    }

    /// The question with the beginning of the changes it is about, and how to see the rest.
    static String brief(QuestionView asked) {
        return with(asked, LINES_LISTED);
    }

    /// The question with all changes it is about.
    static String whole(QuestionView asked) {
        return with(asked, Integer.MAX_VALUE);
    }

    private static String with(QuestionView asked, int most) {
        var text = new StringBuilder(of(asked.question()));
        var changes = changes(asked.question());
        changes.stream().limit(most).forEach(line -> text.append('\n').append(line));
        if (changes.size() > most) {
            text.append("\n    … ").append(changes.size() - most).append(" more lines: pawl approvals show ");
            text.append(asked.call());
        }
        return text.toString().indent(2).stripTrailing();
    }

    /// Words of others: their further lines carry a mark.
    private static String marked(String text) {
        return text.replace("\n", "\n     | ");
    }

    /// What would be changed in files, line by line.
    static List<String> changes(Question question) {
        if (!(question instanceof Question.Approval approval)) return List.of();
        var lines = new ArrayList<String>();
        for (var change : approval.changes()) {
            var moved = change.movedTo().isEmpty() ? "" : " -> " + change.movedTo();
            lines.add("  " + change.kind().name().charAt(0) + " " + change.path() + moved);
            change.diff().lines().forEach(line -> lines.add("    " + line));
        }
        return lines;
    }

    private static String form(String questions) {
        var lines = new ArrayList<String>();
        FormQuestions.of(questions).questions().forEach(question -> lines.addAll(question.lines()));
        return lines.isEmpty() ? questions : String.join("\n", lines);
    }

    /// Whose words they are is said before them.
    private static String elicitation(Question.Elicitation asked) {
        var server = Visible.heading(asked.server());
        var text = new StringBuilder("the MCP server " + server + " asks: " + marked(asked.message()));
        for (var line : FormFields.of(asked.schema()).lines())
            text.append("\n  - ").append(Visible.heading(line));
        return text.toString();
    }

    /// Lines to copy into a shell: names that others chose are quoted.
    static String howToAnswer(QuestionView asked) {
        var call = word(asked.call().value());
        return switch (asked.question()) {
            case Question.Form _ -> "pawl approvals answer " + call + " \"…\"";
            case Question.Elicitation(var _, var _, var schema) ->
                "pawl approvals answer " + call + " "
                        + quoted(FormFields.of(schema).pattern()) + "   (or decline)";
            case Question.Approval _, Question.Note _ ->
                "pawl approvals accept " + call + "   (or decline; show " + call + " says more)";
        };
    }

    private static String word(String text) {
        return text.matches("[A-Za-z0-9._:-]+") ? text : quoted(text);
    }

    private static String quoted(String text) {
        var line = Visible.line(text);
        return line.matches("[^\"$`\\\\!]*") ? "\"" + line + "\"" : "'" + line.replace("'", "'\\''") + "'";
    }
}
