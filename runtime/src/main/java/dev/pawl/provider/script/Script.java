package dev.pawl.provider.script;

import dev.pawl.agent.ModelFailure;
import dev.pawl.agent.ModelFailure.Kind;
import dev.pawl.card.Item;
import dev.pawl.card.Item.AgentMessage;
import dev.pawl.card.Item.Opaque;
import dev.pawl.card.Item.Reasoning;
import dev.pawl.card.Item.Summary;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.card.Usage;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What a scripted model says, answer by answer. The format: `docs/reference/script-format.md`.
///
/// Where a prompt stands in the script is read off the prompt itself, so a process that was killed
/// goes on where it was.
record Script(List<Response> answers) {
    /// One answer: what is said, what it cost, how it fails.
    record Response(
            List<Line> lines,
            Usage usage,
            boolean goOn,
            @Nullable Fault fault) {
        Response {
            lines = List.copyOf(lines);
        }
    }

    /// One item. `deltas` is the number of pieces a text comes in, `before` a wait.
    sealed interface Line {
        Duration before();

        record Text(Item.AgentMessage message, int deltas, Duration before) implements Line {
            String text() {
                return message.text();
            }
        }

        record Thought(String summary, String sealed, Duration before) implements Line {}

        /// `id` is empty unless the script insists on one.
        record Call(String id, String tool, ToolCall.Form form, String arguments, String sealed, Duration before)
                implements Line {}

        record Other(Item.Opaque item, Duration before) implements Line {}
    }

    /// How an answer breaks off, `after` so many items; played the first `times` only.
    sealed interface Fault {
        int after();

        int times();

        record Fail(Kind kind, String message, int status, Duration retryAfter, int after, int times)
                implements Fault {}

        record Hang(int after, int times) implements Fault {}
    }

    private static final String MARK = "script_";

    Script {
        answers = List.copyOf(answers);
    }

    static Script parse(String text) {
        var documents = documents(text);
        var answers = new ArrayList<Response>();
        for (var document : documents) answers.add(ScriptText.answer(document, answers.size() + 1));
        return new Script(answers);
    }

    /// One array, one object with `answers`, or one answer on each line.
    private static List<Json> documents(String text) {
        var trimmed = text.strip();
        if (trimmed.startsWith("[")) return Json.parse(trimmed).asList();
        var lines = new ArrayList<Json>();
        try {
            for (var line : trimmed.split("\n", -1)) {
                if (!line.isBlank() && !line.startsWith("#")) lines.add(Json.parse(line));
            }
        } catch (BadJson notLines) {
            return Json.parse(trimmed).list("answers");
        }
        if (lines.size() == 1 && lines.getFirst().at("answers") instanceof Json.Arr(var answers)) return answers;
        return lines;
    }

    /// The name of a call the script gave none: it says which answer it belongs to.
    static String callId(int answer, int line, String thread) {
        var tail = thread.substring(Math.max(0, thread.length() - 12));
        return MARK + answer + "_" + line + "_" + tail;
    }

    /// How many answers the prompt has had. Items of the model that stand together are one answer;
    /// a call tells by its name which one; a summary tells by its text which answer wrote it.
    int position(List<Item> input) {
        var named = namedCalls();
        var position = 0;
        var within = false;
        for (var item : input) {
            switch (item) {
                case AgentMessage _, Reasoning _, Opaque _ -> {
                    if (!within) position++;
                    within = true;
                }
                case ToolCall call -> {
                    var answer = answerOf(call.call().value(), named);
                    if (answer >= 0) {
                        position = answer + 1;
                    } else if (!within) {
                        position++;
                    }
                    within = true;
                }
                case Summary(var text) -> {
                    position = Math.max(position, afterSummary(text));
                    within = false;
                }
                case Item.UserMessage _,
                        Item.Briefing _,
                        Item.ToolResult _,
                        Item.Decision _,
                        Item.Begun _,
                        Item.ResultFields _,
                        Item.Compact _,
                        Item.Deliverable _ -> within = false;
            }
        }
        return position;
    }

    private Map<String, Integer> namedCalls() {
        var named = new HashMap<String, Integer>();
        for (var i = 0; i < answers.size(); i++) {
            for (var line : answers.get(i).lines()) {
                if (line instanceof Line.Call call && !call.id().isEmpty()) named.put(call.id(), i);
            }
        }
        return named;
    }

    private static int answerOf(String id, Map<String, Integer> named) {
        if (!id.startsWith(MARK)) return named.getOrDefault(id, -1);
        var end = id.indexOf('_', MARK.length());
        try {
            return end < 0 ? -1 : Integer.parseInt(id, MARK.length(), end, 10);
        } catch (NumberFormatException notOurs) {
            return -1;
        }
    }

    private int afterSummary(String summary) {
        for (var i = answers.size() - 1; i >= 0; i--) {
            for (var line : answers.get(i).lines()) {
                if (line instanceof Line.Text text
                        && !text.text().isBlank()
                        && summary.contains(text.text().strip())) {
                    return i + 1;
                }
            }
        }
        return 0;
    }

    /// An answer that broke off, as a wire would tell it.
    static ModelFailure cut() {
        return new ModelFailure(
                Kind.STREAM,
                "stream disconnected before completion: Transport error: network error: error decoding response"
                        + " body");
    }

    static String name(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
