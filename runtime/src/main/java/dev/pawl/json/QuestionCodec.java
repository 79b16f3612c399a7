package dev.pawl.json;

import dev.pawl.card.Boundary;
import dev.pawl.card.Question;
import java.util.List;

/// Questions as JSON. Fields nobody knows are skipped.
public final class QuestionCodec {
    private QuestionCodec() {}

    public static Json.Obj write(Question question) {
        return switch (question) {
            case Question.Note(var text) -> Json.object().with("type", "note").with("text", text);
            case Question.Approval approval -> write(approval);
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

    private static Json.Obj write(Question.Approval approval) {
        var keep = approval.keep();
        return Json.object()
                .with("type", "approval")
                .with("kind", JsonNames.of(approval.kind()))
                .with("title", approval.title())
                .with("facts", Json.strings(approval.facts()))
                .with("why", approval.why())
                .with(
                        "changes",
                        Json.array(approval.changes().stream()
                                .map(DetailCodec::change)
                                .toList()))
                .with("seal", approval.seal())
                .with("thread", Json.of(keep.thread()))
                .with("remembers", Json.strings(keep.rule()))
                .with(
                        "where",
                        Json.object()
                                .with("sandbox", keep.where().mode())
                                .with("network", Json.of(keep.where().network()))
                                .with("roots", Json.strings(keep.where().roots())));
    }

    /// A question from before rules had a scope offers none.
    private static Question.Keep keep(Json json) {
        var thread = !(json.at("thread") instanceof Json.Bool(var kept)) || kept;
        var where = json.at("where");
        if (where.isNull()) return thread ? Question.Keep.THREAD : Question.Keep.ONCE;
        var network = where.at("network") instanceof Json.Bool(var open) && open;
        return new Question.Keep(
                thread, texts(json, "remembers"), new Boundary(where.text("sandbox"), network, texts(where, "roots")));
    }

    private static List<String> texts(Json json, String field) {
        return json.list(field).stream().map(Json::asText).toList();
    }

    public static Question read(Json json) {
        return switch (json.text("type")) {
            case "note" -> new Question.Note(json.text("text"));
            case "approval" ->
                new Question.Approval(
                        JsonNames.read(Question.Approval.Kind.class, json, "kind"),
                        json.text("title"),
                        texts(json, "facts"),
                        json.text("why"),
                        json.at("changes").isNull()
                                ? List.of()
                                : json.list("changes").stream()
                                        .map(DetailCodec::change)
                                        .toList(),
                        json.text("seal"),
                        keep(json));
            case "form" -> new Question.Form(json.text("questions"));
            case "elicitation" ->
                new Question.Elicitation(json.text("server"), json.text("message"), json.text("schema"));
            case String unknown -> throw new BadJson("unknown type of question: " + unknown);
        };
    }
}
