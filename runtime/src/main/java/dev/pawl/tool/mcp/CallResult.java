package dev.pawl.tool.mcp;

import dev.pawl.agent.Tool;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.json.Json;
import dev.pawl.tool.OutputTruncation;
import java.util.ArrayList;
import java.util.Locale;

/// What a server's answer to a call comes to: a text for the model, headed as Codex heads it, and
/// the answer itself for people. Pictures stay in the answer; a provider shows them to the model.
final class CallResult {
    /// What of one text is kept for people.
    private static final int LONGEST_SHOWN = 1 << 20;

    private CallResult() {}

    static Tool.Outcome.Done of(Json answer, Detail.Mcp asked, long nanos, int outputTokens) {
        var failed = answer.at("isError") instanceof Json.Bool(var error) && error;
        var shown = Json.object()
                .with("content", content(answer.at("content")))
                .with("structured_content", answer.at("structuredContent"));
        if (!answer.at("_meta").isNull()) shown = shown.with("_meta", answer.at("_meta"));
        var text = "Wall time: " + String.format(Locale.ROOT, "%.4f", nanos / 1e9) + " seconds\nOutput:\n"
                + OutputTruncation.announced(text(answer), outputTokens);
        return new Tool.Outcome.Done(
                failed ? CallOutcome.FAILED : CallOutcome.SUCCESS,
                AfterExecution.CONTINUE,
                text,
                new Detail.Mcp(asked.server(), asked.tool(), asked.arguments(), shown.write()));
    }

    private static Json content(Json given) {
        var kept = new ArrayList<Json>();
        if (given instanceof Json.Arr(var parts)) {
            for (var part : parts) {
                kept.add(
                        part instanceof Json.Obj object
                                        && part.at("text") instanceof Json.Str(var text)
                                        && text.length() > LONGEST_SHOWN
                                ? object.with("text", OutputTruncation.middle(text, LONGEST_SHOWN / 4))
                                : part);
            }
        }
        return Json.array(kept);
    }

    /// The structured answer where there is one, else what is said; of what has no words, its JSON.
    private static String text(Json answer) {
        if (!answer.at("structuredContent").isNull())
            return answer.at("structuredContent").write();
        var text = new StringBuilder();
        if (answer.at("content") instanceof Json.Arr(var parts)) {
            for (var part : parts) {
                var words = words(part);
                if (!text.isEmpty() && !words.isEmpty()) text.append('\n');
                text.append(words);
            }
        }
        return text.toString();
    }

    private static String words(Json part) {
        return switch (part.text("type", "")) {
            case "text" -> part.text("text", "");
            case "image" -> "[picture: " + part.text("mimeType", "of unknown type") + "]";
            case "audio" -> "[sound: " + part.text("mimeType", "of unknown type") + "]";
            case "resource" ->
                part.at("resource").at("text").isNull()
                        ? "[file " + part.at("resource").text("uri", "") + ", not text]"
                        : part.at("resource").text("text", "");
            case String _ -> part.write();
        };
    }
}
