package dev.pawl.provider.anthropic;

import dev.pawl.card.CallOutcome;
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
import dev.pawl.provider.anthropic.AnthropicTurns.Role;
import dev.pawl.provider.dialect.FunctionForm;
import dev.pawl.provider.dialect.Handover;
import dev.pawl.provider.dialect.Sealed;
import dev.pawl.provider.dialect.Shown;
import java.util.ArrayList;
import java.util.List;

/// A history as messages of user and assistant in turn, each a list of blocks. For one history.
public final class AnthropicMessages {
    private static final Json CACHED = Json.object().with("type", "ephemeral");
    private static final Json GO_ON = textBlock("Go on.");

    private final SystemText system = new SystemText();
    private final AnthropicTurns turns = new AnthropicTurns();

    public AnthropicMessages(String instructions) {
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

    public Json of(List<Item> items) {
        for (var item : items) add(item);
        return new Json.Arr(turns.messages(GO_ON, CACHED));
    }

    private void add(Item item) {
        switch (item) {
            case UserMessage(var parts) -> {
                for (var part : parts) {
                    switch (part) {
                        case Part.Text(var text) -> text(Role.USER, text);
                        case Part.Image(var url) -> turns.say(Role.USER, image(url));
                        case Part.Mark _ -> {}
                    }
                }
            }
            case Briefing(var from, var text) -> brief(from, text);
            case Summary(var text) -> text(Role.USER, Handover.text(text));
            case AgentMessage message -> speak(message);
            case Reasoning reasoning -> think(reasoning);
            case ToolCall call -> turns.say(Role.ASSISTANT, use(call));
            case ToolResult result -> result(result);
            case Opaque opaque -> {
                if (opaque.kind().startsWith(Sealed.ANTHROPIC)) turns.say(Role.ASSISTANT, Sealed.opaque(opaque));
            }
            case Decision _, Begun _, ResultFields _, Compact _, Deliverable _ -> {
                // no word for it
            }
        }
    }

    private void brief(Briefing.Role from, String text) {
        switch (from) {
            case DEVELOPER -> {
                if (turns.isEmpty()) system.add(text);
                else text(Role.USER, text);
            }
            case USER -> text(Role.USER, text);
            case SEPARATOR -> turns.say(Role.SEPARATOR, GO_ON);
        }
    }

    /// The API refuses blank blocks.
    private void text(Role who, String text) {
        if (!text.isBlank()) turns.say(who, textBlock(text));
    }

    private void speak(AgentMessage message) {
        var sealed = Sealed.open(message.sealed(), "text");
        if (sealed.isNull()) text(Role.ASSISTANT, message.text());
        else for (var block : sealed.list("blocks")) turns.say(Role.ASSISTANT, block);
    }

    private void think(Reasoning reasoning) {
        for (var type : List.of("thinking", "redacted_thinking")) {
            var block = Sealed.open(reasoning, type);
            if (!block.isNull()) turns.say(Role.ASSISTANT, block);
        }
    }

    private void result(ToolResult result) {
        var block = Json.object().with("type", "tool_result").with("tool_use_id", id(result.call()));
        block = block.with("content", content(result));
        turns.result(result.answer() == CallOutcome.SUCCESS ? block : block.with("is_error", Json.of(true)));
    }

    private static Json content(ToolResult result) {
        var pictures = Shown.pictures(result);
        if (pictures.isEmpty()) return Json.of(result.output());
        var parts = new ArrayList<Json>();
        if (!result.output().isBlank()) parts.add(textBlock(result.output()));
        pictures.forEach(url -> parts.add(image(url)));
        return Json.array(parts);
    }

    private static Json textBlock(String text) {
        return Json.object().with("type", "text").with("text", text);
    }

    private static Json cached(Json block) {
        return block instanceof Json.Obj object ? object.with("cache_control", CACHED) : block;
    }

    private static Json use(ToolCall call) {
        var block = Json.object()
                .with("type", "tool_use")
                .with("id", id(call.call()))
                .with("name", call.tool())
                .with("input", FunctionForm.arguments(call));
        return FunctionForm.with(block, Sealed.open(call.sealed(), "tool_use").at("fields"));
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
