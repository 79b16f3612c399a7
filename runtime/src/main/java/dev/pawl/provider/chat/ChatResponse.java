package dev.pawl.provider.chat;

import dev.pawl.card.Item;
import dev.pawl.card.Item.AgentMessage;
import dev.pawl.card.Item.Reasoning;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.FunctionForm;
import java.util.ArrayList;
import java.util.List;

/// One message of the assistant as it is put together again: what was said, what was called for,
/// and the thoughts as the server sent them.
final class ChatResponse {
    private static final String EXPECTED = ChatThoughts.NAMES.getFirst();

    private final ChatSeals seals;
    private final StringBuilder spoken = new StringBuilder();
    private final List<Json> chunks = new ArrayList<>(); // thoughts that are parts of the content
    private final List<Json> calls = new ArrayList<>();
    private Json.Obj fields = Json.object();
    private String prefix = ""; // thoughts that stand in the text
    private String refusal = "";
    private boolean expectsThoughts;

    ChatResponse(ChatSeals seals) {
        this.seals = seals;
        expectsThoughts = seals.wantsThoughts();
    }

    /// A server that gave thoughts with one call expects them with each.
    void lookAt(List<Item> history) {
        for (var item : history) {
            if (expectsThoughts) return;
            expectsThoughts = switch (item) {
                case Reasoning reasoning ->
                    isExpected(open(reasoning), "names")
                            || !open(reasoning).at("fields").at(EXPECTED).isNull();
                case ToolCall call -> isExpected(seals.open(call.sealed(), ChatSeals.CALL), "empty");
                default -> false;
            };
        }
    }

    private static boolean isExpected(Json seal, String names) {
        return seal.at(names) instanceof Json.Arr(var all) && all.contains(Json.of(EXPECTED));
    }

    private Json open(Reasoning reasoning) {
        return seals.open(reasoning.sealed(), ChatSeals.REASONING);
    }

    boolean isEmpty() {
        return spoken.isEmpty() && refusal.isEmpty() && calls.isEmpty();
    }

    void say(AgentMessage message) {
        var seal = seals.open(message.sealed(), ChatSeals.MESSAGE);
        refusal = seal.text("refusal", refusal);
        if (!seal.at("refusal").isNull()) return;
        if (!spoken.isEmpty()) spoken.append('\n');
        spoken.append(seal.text("content", message.text()));
    }

    void think(Reasoning reasoning) {
        var seal = open(reasoning);
        var text = reasoning.summary();
        if (seal.at("names") instanceof Json.Arr(var names)) {
            for (var name : names) fields = fields.with(name.asText(), fields.text(name.asText(), "") + text);
        }
        fields = FunctionForm.with(fields, seal.at("fields"));
        if (seal.at("chunk") instanceof Json.Obj chunk) chunks.add(chunk(chunk, text));
        prefix += seal.at("before").isNull() ? "" : seal.text("before", "") + text + seal.text("after", "");
    }

    private static Json chunk(Json.Obj chunk, String text) {
        var words = Json.object().with("type", "text").with("text", text);
        return FunctionForm.with(
                Json.object().with("type", ChatThoughts.CHUNK).with(ChatThoughts.CHUNK, Json.array(List.of(words))),
                chunk);
    }

    void call(ToolCall call) {
        var seal = seals.open(call.sealed(), ChatSeals.CALL);
        if (seal.at("empty") instanceof Json.Arr(var names)) {
            for (var name : names) fields = fields.with(name.asText(), "");
        }
        var function = Json.object().with("name", call.tool()).with("arguments", FunctionForm.text(call));
        var json = Json.object()
                .with("id", call.call().value())
                .with("type", "function")
                .with("function", FunctionForm.with(function, seal.at("function")));
        calls.add(FunctionForm.with(json, seal.at("fields")));
    }

    /// The message, or nothing where only thoughts are left of an answer; then the next one begins.
    Json close() {
        Json closed = isEmpty() ? new Json.Null() : message();
        spoken.setLength(0);
        chunks.clear();
        calls.clear();
        fields = Json.object();
        prefix = "";
        refusal = "";
        return closed;
    }

    private Json message() {
        var message = Json.object().with("role", "assistant").with("content", content());
        if (!refusal.isEmpty()) message = message.with("refusal", refusal);
        message = FunctionForm.with(message, fields);
        if (calls.isEmpty()) return message;
        if (expectsThoughts && message.at(EXPECTED).isNull()) message = message.with(EXPECTED, "");
        return message.with("tool_calls", Json.array(calls));
    }

    private Json content() {
        var text = prefix + spoken;
        if (chunks.isEmpty()) return text.isEmpty() ? new Json.Null() : Json.of(text);
        var parts = new ArrayList<>(chunks);
        if (!text.isEmpty()) parts.add(Json.object().with("type", "text").with("text", text));
        return Json.array(parts);
    }
}
