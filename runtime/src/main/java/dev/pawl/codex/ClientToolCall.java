package dev.pawl.codex;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.view.QuestionView;
import java.util.ArrayList;
import java.util.Optional;

/// A call of a tool that a client offers with `dynamicTools`, as the request to the client.
record ClientToolCall(Json form) {
    /// The form of a question, if it is such a call.
    static Optional<ClientToolCall> of(String form) {
        try {
            var json = Json.parse(form);
            return json.at("tool").isNull() ? Optional.empty() : Optional.of(new ClientToolCall(json));
        } catch (BadJson words) {
            return Optional.empty();
        }
    }

    Json.Obj params(QuestionView question) {
        return Json.object()
                .with("threadId", question.thread().value())
                .with("turnId", question.turn().value())
                .with("callId", question.call().value())
                .with("namespace", Json.orNull(form.text("namespace", "")))
                .with("tool", form.text("tool"))
                .with("arguments", form.at("arguments"));
    }

    /// What the model reads of a client's result. A picture is named: the answer of a question is
    /// text.
    static String output(Json result) {
        var words = new ArrayList<String>();
        if (result.at("contentItems") instanceof Json.Arr(var items)) {
            for (var item : items) {
                words.add(
                        item.text("type", "").equals("inputText")
                                ? item.text("text", "")
                                : "(" + item.text("type", "content") + " is not shown)");
            }
        }
        return String.join("\n", words);
    }
}
