package dev.pawl.provider.responses;

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
import dev.pawl.card.Item.ToolCall.Form;
import dev.pawl.card.Item.ToolResult;
import dev.pawl.card.Item.UserMessage;
import dev.pawl.card.Part;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.CallIds;
import dev.pawl.provider.dialect.FunctionForm;
import dev.pawl.provider.dialect.Handover;
import dev.pawl.provider.dialect.Sealed;
import dev.pawl.provider.dialect.Shown;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Items as the Responses API spells them, there and back.
public final class ResponseItems {
    /// The server would look for a name that it was told not to keep. Other items need theirs.
    private static final Set<String> NAMELESS = Set.of(
            "web_search_call",
            "local_shell_call",
            "tool_search_call",
            "compaction",
            "compaction_summary",
            "context_compaction");

    private static final Set<String> MESSAGE = Set.of("type", "id", "role", "content", "phase");
    private static final Set<String> CALL = Set.of("type", "id", "name", "arguments", "input", "call_id");

    private ResponseItems() {}

    /// The history as input. What the API has no word for is left out.
    public static List<Json> write(List<Item> items) {
        return writeEach(items).stream().filter(json -> !json.isNull()).toList();
    }

    /// The same, one for each item: null for what is left out.
    public static List<Json> writeEach(List<Item> items) {
        var freeform = freeformCalls(items);
        return items.stream().map(item -> write(item, freeform)).toList();
    }

    /// An answer must be spelt as its call was.
    private static Set<CallId> freeformCalls(List<Item> items) {
        var calls = new HashSet<CallId>();
        for (var item : items) {
            if (item instanceof ToolCall call && call.form() == Form.FREEFORM) calls.add(call.call());
        }
        return calls;
    }

    private static Json write(Item item, Set<CallId> freeform) {
        return switch (item) {
            case UserMessage(var parts) -> message("user", content(parts));
            case Briefing(var role, var text) ->
                switch (role) {
                    case DEVELOPER -> developer(text);
                    case USER -> message("user", List.of(inputText(text)));
                    case SEPARATOR -> new Json.Null();
                };
            case AgentMessage message -> spoken(message);
            case Reasoning reasoning -> Sealed.open(reasoning, "reasoning");
            case ToolCall call -> call(call);
            case ToolResult result -> result(result, freeform);
            case Summary(var text) -> message("user", List.of(inputText(Handover.text(text))));
            case Opaque opaque -> opaque(opaque);
            case Decision _, Begun _, ResultFields _, Compact _, Deliverable _ -> new Json.Null();
        };
    }

    private static Json spoken(AgentMessage message) {
        var sealed = Sealed.open(message.sealed(), "message");
        var words = Json.object().with("type", "output_text").with("text", message.text());
        var content = sealed.at("content") instanceof Json.Arr(var parts) ? parts : List.<Json>of(words);
        var json = message("assistant", content);
        if (!message.phase().isEmpty()) json = json.with("phase", message.phase());
        return FunctionForm.with(json, sealed.at("fields"));
    }

    /// An item of the server's own, unless it is another API's.
    private static Json opaque(Opaque opaque) {
        if (opaque.kind().startsWith(Sealed.ANTHROPIC)) return new Json.Null();
        var json = Sealed.opaque(opaque);
        return NAMELESS.contains(opaque.kind()) && json instanceof Json.Obj ? Sealed.without(json, Set.of("id")) : json;
    }

    static Json developer(String text) {
        return message("developer", List.of(inputText(text)));
    }

    private static Json.Obj message(String role, List<? extends Json> content) {
        return Json.object().with("type", "message").with("role", role).with("content", Json.array(content));
    }

    private static List<Json> content(List<Part> parts) {
        var content = new ArrayList<Json>(parts.size());
        for (var part : parts) {
            switch (part) {
                case Part.Text(var text) -> content.add(inputText(text));
                case Part.Image(var url) -> content.add(inputImage(url));
                case Part.Mark _ -> {}
            }
        }
        return content;
    }

    private static Json inputText(String text) {
        return Json.object().with("type", "input_text").with("text", text);
    }

    private static Json inputImage(String url) {
        return Json.object().with("type", "input_image").with("image_url", url).with("detail", "high");
    }

    private static Json call(ToolCall call) {
        var type = switch (call.form()) {
            case FUNCTION -> "function_call";
            case FREEFORM -> "custom_tool_call";
        };
        var sealed = Sealed.open(call.sealed(), type);
        var name = sealed.text("name", call.tool());
        var json = switch (call.form()) {
            case FUNCTION ->
                Json.object()
                        .with("type", type)
                        .with("name", name)
                        .with("arguments", call.arguments())
                        .with("call_id", call.call().value());
            case FREEFORM ->
                Json.object()
                        .with("type", type)
                        .with("status", "completed")
                        .with("call_id", call.call().value())
                        .with("name", name)
                        .with("input", call.arguments());
        };
        return FunctionForm.with(json, sealed.at("fields"));
    }

    private static Json result(ToolResult result, Set<CallId> freeform) {
        return Json.object()
                .with("type", freeform.contains(result.call()) ? "custom_tool_call_output" : "function_call_output")
                .with("call_id", result.call().value())
                .with("output", output(result));
    }

    private static Json output(ToolResult result) {
        var pictures = Shown.pictures(result);
        if (pictures.isEmpty()) return Json.of(result.output());
        var parts = new ArrayList<Json>();
        if (!result.output().isBlank()) parts.add(inputText(result.output()));
        pictures.forEach(url -> parts.add(inputImage(url)));
        return Json.array(parts);
    }

    /// A finished item of an answer. Throws [BadJson] for one that cannot be read.
    public static Item read(Json json) {
        var type = json.text("type");
        return switch (type) {
            case "message" ->
                json.text("role", "assistant").equals("assistant")
                        ? new AgentMessage(text(json), json.text("phase", ""), sealed(json))
                        : new Opaque(type, json.write());
            case "reasoning" -> new Reasoning(thought(json), Sealed.seal(json));
            case "function_call" -> call(json, Form.FUNCTION, json.text("arguments", ""));
            case "custom_tool_call" -> call(json, Form.FREEFORM, json.text("input", ""));
            default -> new Opaque(type, json.write());
        };
    }

    /// Where Codex offers the tools that call agents.
    private static final Set<String> AGENT_SPACES = Set.of("multi_agent_v1", "collaboration");

    private static ToolCall call(Json json, Form form, String arguments) {
        var said = json.text("name");
        // Some models spell a tool in two parts. We offer it under the whole name, and tools for
        // agents without the first part.
        var space = AGENT_SPACES.contains(json.text("namespace", "")) ? "" : json.text("namespace", "");
        var name = space.isEmpty() ? said : space + (space.endsWith("__") ? "" : "__") + said;
        // The loop knows the tool and how it may be replayed; to be told nothing is to be careful.
        var call = new ToolCall(CallIds.of(json.text("call_id", "")), name, form, arguments, Replay.EFFECT);
        var more = more(json, CALL);
        if (more.fields().isEmpty()) return call;
        var seal = Json.object().with("type", json.text("type")).with("name", said);
        return call.sealedWith(seal.with("fields", more).write());
    }

    /// What the server expects back beside the fields we have a place for. It has no use for names
    /// of what it does not keep, nor for a status that says that all is well.
    private static Json.Obj more(Json json, Set<String> known) {
        var more = Sealed.without(Sealed.telling(json), known);
        return more.text("status", "").equals("completed") ? Sealed.without(more, Set.of("status")) : more;
    }

    /// Nothing where text and phase alone give the same message again.
    private static String sealed(Json json) {
        var seal = Json.object().with("type", "message");
        var more = more(json, MESSAGE);
        if (!more.fields().isEmpty()) seal = seal.with("fields", more);
        var parts = json.list("content").stream().map(Sealed::telling).toList();
        if (!isPlain(parts)) seal = seal.with("content", Json.array(parts));
        return seal.fields().size() == 1 ? "" : seal.write();
    }

    private static boolean isPlain(List<Json.Obj> parts) {
        return parts.size() == 1
                && parts.getFirst().fields().keySet().equals(Set.of("type", "text"))
                && parts.getFirst().text("type", "").equals("output_text");
    }

    private static String text(Json message) {
        var text = new StringBuilder();
        for (var part : message.list("content")) {
            text.append(part.text("text", part.text("refusal", "")));
        }
        return text.toString();
    }

    /// The summary, or where there is none the thoughts themselves.
    private static String thought(Json reasoning) {
        var summary = paragraphs(reasoning.at("summary"));
        return summary.isEmpty() ? paragraphs(reasoning.at("content")) : summary;
    }

    private static String paragraphs(Json parts) {
        if (!(parts instanceof Json.Arr(var elements))) return "";
        var text = new StringBuilder();
        for (var part : elements) {
            if (!text.isEmpty()) text.append('\n');
            text.append(part.text("text", ""));
        }
        return text.toString();
    }
}
