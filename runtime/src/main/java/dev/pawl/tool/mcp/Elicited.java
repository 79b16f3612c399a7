package dev.pawl.tool.mcp;

import dev.pawl.agent.Tool;
import dev.pawl.card.Question;
import dev.pawl.card.Visible;
import dev.pawl.json.BadJson;
import dev.pawl.json.FormFields;
import dev.pawl.json.Json;
import java.util.Optional;

/// What a server asks the person in the middle of a call (`elicitation/create`), and their answer
/// in the server's words.
final class Elicited {
    private static final int LONGEST = 16_000;

    private Elicited() {}

    /// Empty for what cannot be shown as a form: a web page to visit, a form without a readable
    /// schema, a text of no bounds.
    static Optional<Question.Elicitation> question(String server, Json params) {
        var mode = params.text("mode", "form");
        var message = params.text("message", "");
        var schema = params.at("requestedSchema").write();
        if (!mode.equals("form") || message.length() > LONGEST || schema.length() > LONGEST) return Optional.empty();
        try {
            FormFields.of(schema);
        } catch (BadJson unreadable) {
            return Optional.empty();
        }
        return Optional.of(new Question.Elicitation(server, Visible.text(message), schema));
    }

    static Json.Obj result(Tool.Said said) {
        return switch (said.answer()) {
            case SUCCESS -> accepted(said.words());
            case DECLINED -> Json.object().with("action", "decline");
            case FAILED, TIMEOUT, CANCELED, UNKNOWN -> Json.object().with("action", "cancel");
        };
    }

    private static Json.Obj accepted(String words) {
        try {
            return Json.object().with("action", "accept").with("content", Json.parse(words));
        } catch (BadJson unreadable) {
            return Json.object().with("action", "cancel");
        }
    }
}
