package dev.pawl.provider.anthropic;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One block of an answer as it grows. Fields nobody knows grow like those we know, so that a block
/// of any kind can be sent back as it came.
final class AnthropicBlock {
    private final Json start;
    private final Map<String, StringBuilder> grown = new LinkedHashMap<>();
    private final Map<String, Json> set = new LinkedHashMap<>();
    private final List<Json> citations = new ArrayList<>();
    private boolean complete;

    AnthropicBlock(Json start) {
        this.start = start;
    }

    String type() {
        return start.text("type", "");
    }

    boolean isText() {
        return type().equals("text");
    }

    boolean isThought() {
        return type().equals("thinking") || type().equals("redacted_thinking");
    }

    /// A call that somebody else than the server must answer.
    boolean isCall() {
        return type().equals("tool_use");
    }

    /// A call that the server answers itself, in a later block.
    boolean isServerCall() {
        return type().endsWith("_tool_use") && !start.text("id", "").isEmpty();
    }

    boolean answers(AnthropicBlock call) {
        return start.text("tool_use_id", "").equals(call.start.text("id", "-"));
    }

    void grow(Json delta) {
        for (var field : delta.asFields().entrySet()) {
            switch (field.getKey()) {
                case "type" -> {}
                case "citation" -> citations.add(field.getValue());
                default -> {
                    if (field.getValue() instanceof Json.Str(var piece))
                        grown(field.getKey()).append(piece);
                    else set.put(field.getKey(), field.getValue());
                }
            }
        }
    }

    private StringBuilder grown(String name) {
        return grown.computeIfAbsent(name, _ -> new StringBuilder());
    }

    void complete() {
        complete = true;
    }

    boolean isComplete() {
        return complete;
    }

    String text(String name) {
        return start.text(name, "") + grown.getOrDefault(name, new StringBuilder());
    }

    /// The arguments of a call, letter for letter.
    String arguments() {
        var said = text("partial_json");
        if (!said.isBlank()) return said;
        return start.at("input") instanceof Json.Obj whole ? whole.write() : "{}";
    }

    /// The block as it would have come in one piece.
    Json.Obj json() {
        var fields = new LinkedHashMap<>(start.asFields());
        for (var name : grown.keySet()) {
            if (!name.equals("partial_json")) fields.put(name, Json.of(text(name)));
        }
        fields.putAll(set);
        if (!citations.isEmpty()) fields.put("citations", cited());
        if (grown.containsKey("partial_json")) fields.put("input", input());
        return new Json.Obj(fields);
    }

    private Json cited() {
        var all = new ArrayList<Json>();
        if (start.at("citations") instanceof Json.Arr(var first)) all.addAll(first);
        all.addAll(citations);
        return new Json.Arr(all);
    }

    private Json input() {
        try {
            return Json.parse(arguments());
        } catch (BadJson half) {
            return Json.object();
        }
    }
}
