package dev.pawl.exec;

import dev.pawl.card.Question;
import dev.pawl.gateway.Asked;
import dev.pawl.json.BadJson;
import dev.pawl.json.FormFields;
import dev.pawl.json.Json;

/// Questions in words, for a terminal.
final class QuestionText {
    private QuestionText() {}

    static String of(Question question) {
        return switch (question) {
            case Question.Note(var text) -> text;
            case Question.Approval approval -> approval(approval);
            case Question.Form(var questions) -> form(questions);
            case Question.Elicitation elicitation -> elicitation(elicitation);
        };
    }

    private static String approval(Question.Approval approval) {
        var head = switch (approval.kind()) {
            case COMMAND -> "run: " + approval.title();
            case EDIT -> approval.title();
            case REMOTE_TOOL -> "call: " + approval.title();
        };
        var text = new StringBuilder(head);
        for (var fact : approval.facts()) text.append("\n  ").append(fact);
        if (!approval.why().isEmpty()) text.append("\n  the agent says: ").append(approval.why());
        return text.toString();
    }

    private static String form(String questions) {
        try {
            var text = new StringBuilder();
            for (var question : Json.parse(questions).list("questions")) {
                if (!text.isEmpty()) text.append('\n');
                text.append(question.text("question"));
                for (var option : question.list("options"))
                    text.append("\n  - ").append(option.text("label"));
            }
            return text.toString();
        } catch (BadJson unreadable) {
            return questions;
        }
    }

    /// Whose words they are is said before them.
    private static String elicitation(Question.Elicitation asked) {
        var text = new StringBuilder("the MCP server " + asked.server() + " asks: " + asked.message());
        for (var line : FormFields.of(asked.schema()).lines())
            text.append("\n  - ").append(line);
        return text.toString();
    }

    static String howToAnswer(Asked asked) {
        return switch (asked.question()) {
            case Question.Form _ -> "pawl approvals answer " + asked.call() + " \"…\"";
            case Question.Elicitation(var _, var _, var schema) ->
                "pawl approvals answer " + asked.call() + " \""
                        + FormFields.of(schema).pattern() + "\"   (or decline)";
            case Question.Approval _, Question.Note _ ->
                "pawl approvals accept " + asked.call() + "   (or decline; show " + asked.call() + " says more)";
        };
    }
}
