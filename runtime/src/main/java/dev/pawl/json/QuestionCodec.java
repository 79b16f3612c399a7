package dev.pawl.json;

import dev.pawl.card.Question;

/// Questions as JSON. Fields nobody knows are skipped.
public final class QuestionCodec {
    private QuestionCodec() {}

    public static Json.Obj write(Question question) {
        return switch (question) {
            case Question.Note(var text) -> Json.object().with("type", "note").with("text", text);
            case Question.Approval(var kind, var title, var facts, var why, var seal, var remembers) ->
                Json.object()
                        .with("type", "approval")
                        .with("kind", Names.of(kind))
                        .with("title", title)
                        .with("facts", Json.strings(facts))
                        .with("why", why)
                        .with("seal", seal)
                        .with("remembers", Json.strings(remembers));
            case Question.Form(var questions) ->
                Json.object().with("type", "form").with("questions", questions);
            case Question.Elicitation(var server, var message, var schema) ->
                Json.object()
                        .with("type", "elicitation")
                        .with("server", server)
                        .with("message", message)
                        .with("schema", schema);
        };
    }

    static Question read(Json json) {
        return switch (json.text("type")) {
            case "note" -> new Question.Note(json.text("text"));
            case "approval" ->
                new Question.Approval(
                        Names.read(Question.Approval.Kind.class, json, "kind"),
                        json.text("title"),
                        json.list("facts").stream().map(Json::asText).toList(),
                        json.text("why"),
                        json.text("seal"),
                        json.list("remembers").stream().map(Json::asText).toList());
            case "form" -> new Question.Form(json.text("questions"));
            case "elicitation" ->
                new Question.Elicitation(json.text("server"), json.text("message"), json.text("schema"));
            case String unknown -> throw new BadJson("unknown type of question: " + unknown);
        };
    }
}
