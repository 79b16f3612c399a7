package dev.pawl.provider;

import dev.pawl.card.Answer;
import dev.pawl.card.Item;
import dev.pawl.card.Item.AgentMessage;
import dev.pawl.card.Item.Begun;
import dev.pawl.card.Item.Briefing;
import dev.pawl.card.Item.Compact;
import dev.pawl.card.Item.Decision;
import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Item.Opaque;
import dev.pawl.card.Item.Reasoning;
import dev.pawl.card.Item.ResultFields;
import dev.pawl.card.Item.Summary;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.card.Item.ToolResult;
import dev.pawl.card.Item.UserMessage;
import dev.pawl.card.Part;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;

/// A history as messages of user and assistant in turn, each a list of blocks. For one history.
final class AnthropicMessages {
    private enum Role {
        USER,
        ASSISTANT
    }

    private static final Json CACHED = Json.object().with("type", "ephemeral");

    private final SystemText system = new SystemText();
    private final List<Json> messages = new ArrayList<>();
    private final List<Json> blocks = new ArrayList<>();
    private final List<Json> results = new ArrayList<>(); // must stand first in a user message
    private Role role = Role.USER;

    AnthropicMessages(String instructions) {
        system.add(instructions);
    }

    /// The text before the first message, as blocks.
    static final class SystemText {
        private final List<String> texts = new ArrayList<>();

        void add(String text) {
            if (!text.isBlank()) texts.add(text);
        }

        boolean isEmpty() {
            return texts.isEmpty();
        }

        Json asJson() {
            var blocks = new ArrayList<Json>(texts.size());
            for (var text : texts) blocks.add(textBlock(text));
            blocks.addLast(cached(blocks.removeLast()));
            return new Json.Arr(blocks);
        }
    }

    SystemText system() {
        return system;
    }

    Json of(List<Item> items) {
        for (var item : items) add(item);
        // A history that ends with the assistant would be read as the beginning of its answer.
        if (role == Role.ASSISTANT || (messages.isEmpty() && blocks.isEmpty())) say(Role.USER, textBlock("Go on."));
        blocks.addAll(0, results);
        results.clear();
        blocks.addLast(cached(blocks.removeLast()));
        close();
        return new Json.Arr(messages);
    }

    private void add(Item item) {
        switch (item) {
            case UserMessage(var parts) -> {
                for (var part : parts) {
                    switch (part) {
                        case Part.Text(var text) -> text(Role.USER, text);
                        case Part.Image(var url) -> say(Role.USER, image(url));
                        case Part.Mark _ -> {}
                    }
                }
            }
            case Briefing(var from, var text) -> {
                var first = messages.isEmpty() && blocks.isEmpty();
                if (from == Briefing.Role.DEVELOPER && first) system.add(text);
                else text(Role.USER, text);
            }
            case Summary(var text) -> text(Role.USER, Handover.text(text));
            case AgentMessage(var text) -> text(Role.ASSISTANT, text);
            case Reasoning reasoning -> think(reasoning);
            case ToolCall call -> say(Role.ASSISTANT, use(call));
            case ToolResult result -> result(result);
            case Opaque _, Decision _, Begun _, ResultFields _, Compact _, Deliverable _ -> {
                // no word for it, or another provider's
            }
        }
    }

    /// The API refuses blank blocks.
    private void text(Role who, String text) {
        if (!text.isBlank()) say(who, textBlock(text));
    }

    private void think(Reasoning reasoning) {
        for (var type : List.of("thinking", "redacted_thinking")) {
            var block = Sealed.open(reasoning, type);
            if (!block.isNull()) say(Role.ASSISTANT, block);
        }
    }

    private void result(ToolResult result) {
        turnTo(Role.USER);
        var block = Json.object().with("type", "tool_result").with("tool_use_id", id(result.call()));
        block = block.with("content", content(result));
        results.add(result.answer() == Answer.SUCCESS ? block : block.with("is_error", Json.of(true)));
    }

    private static Json content(ToolResult result) {
        var pictures = Shown.pictures(result);
        if (pictures.isEmpty()) return Json.of(result.output());
        var parts = new ArrayList<Json>();
        if (!result.output().isBlank()) parts.add(textBlock(result.output()));
        pictures.forEach(url -> parts.add(image(url)));
        return Json.array(parts);
    }

    private void say(Role who, Json block) {
        turnTo(who);
        blocks.add(block);
    }

    private void turnTo(Role who) {
        if (who == role) return;
        if (messages.isEmpty() && blocks.isEmpty() && results.isEmpty()) blocks.add(textBlock("Go on."));
        close();
        role = who;
    }

    private void close() {
        blocks.addAll(0, results);
        results.clear();
        if (blocks.isEmpty()) return;
        var name = switch (role) {
            case USER -> "user";
            case ASSISTANT -> "assistant";
        };
        messages.add(Json.object().with("role", name).with("content", Json.array(blocks)));
        blocks.clear();
    }

    private static Json textBlock(String text) {
        return Json.object().with("type", "text").with("text", text);
    }

    private static Json cached(Json block) {
        return block instanceof Json.Obj object ? object.with("cache_control", CACHED) : block;
    }

    private static Json use(ToolCall call) {
        return Json.object()
                .with("type", "tool_use")
                .with("id", id(call.call()))
                .with("name", call.tool())
                .with("input", FunctionForm.arguments(call));
    }

    /// Letters, digits, `_` and `-` are all the API takes.
    private static String id(CallId call) {
        var id = new StringBuilder(call.value());
        for (var i = 0; i < id.length(); i++) {
            var c = id.charAt(i);
            var plain = c == '_' || c == '-' || (c < 128 && Character.isLetterOrDigit(c));
            if (!plain) id.setCharAt(i, '_');
        }
        return id.toString();
    }

    private static Json image(String url) {
        var comma = url.indexOf(',');
        var source = url.startsWith("data:") && comma > 0
                ? Json.object()
                        .with("type", "base64")
                        .with("media_type", url.substring(5, url.indexOf(';') > 0 ? url.indexOf(';') : comma))
                        .with("data", url.substring(comma + 1))
                : Json.object().with("type", "url").with("url", url);
        return Json.object().with("type", "image").with("source", source);
    }
}
