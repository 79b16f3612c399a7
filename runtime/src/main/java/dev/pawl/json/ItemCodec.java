package dev.pawl.json;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Field;
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
import dev.pawl.card.Outcome;
import dev.pawl.card.Part;
import dev.pawl.card.Replay;
import dev.pawl.id.CallId;
import java.util.List;

/// Items as JSON. The type's name ([#type]) is kept beside the text, because the store has a
/// column for it; [#tagged] puts both into one object. Fields nobody knows are skipped.
public final class ItemCodec {
    private ItemCodec() {}

    /// The stored name of an item's type.
    public static String type(Item item) {
        return item.type();
    }

    public static String write(Item item) {
        return body(item).write();
    }

    public static Item read(String type, String body) {
        return read(type, Json.parse(body));
    }

    /// The item and its type as one object.
    public static Json.Obj tagged(Item item) {
        return body(item).with("type", type(item));
    }

    public static Item tagged(Json json) {
        return read(json.text("type"), json);
    }

    private static Json.Obj body(Item item) {
        var json = Json.object();
        return switch (item) {
            case UserMessage(var parts) ->
                json.with(
                        "parts", Json.array(parts.stream().map(ItemCodec::part).toList()));
            case Briefing(var role, var text) ->
                json.with("role", JsonNames.of(role)).with("text", text);
            case AgentMessage(var text, var phase, var sealed) ->
                withText(withText(json.with("text", text), "phase", phase), "sealed", sealed);
            case Reasoning(var summary, var sealed) ->
                json.with("summary", summary).with("sealed", sealed);
            case ToolCall(var call, var tool, var form, var arguments, var replay, var detail, var sealed) ->
                withText(
                        json.with("tool_call_id", call.value())
                                .with("tool_name", tool)
                                .with("form", JsonNames.of(form))
                                .with("arguments", arguments)
                                .with("replay", JsonNames.of(replay))
                                .with("detail", DetailCodec.write(detail)),
                        "sealed",
                        sealed);
            case ToolResult(var call, var answer, var after, var output, var detail) ->
                json.with("tool_call_id", call.value())
                        .with("status", JsonNames.of(answer))
                        .with("after_execution", JsonNames.of(after))
                        .with("result", output)
                        .with("detail", DetailCodec.write(detail));
            case Decision(var call, var choice, var seal, var words) ->
                json.with("tool_call_id", call.value())
                        .with("choice", JsonNames.of(choice))
                        .with("seal", seal)
                        .with("words", words);
            case Begun(var call, var replay) ->
                json.with("tool_call_id", call.value()).with("replay", JsonNames.of(replay));
            case ResultFields(var required, var schema) ->
                json.with("fields", fields(required)).with("schema", schema);
            case Compact _ -> json;
            case Summary(var text) -> json.with("text", text);
            case Opaque(var kind, var raw) -> json.with("provider_type", kind).with("json", raw);
            case Deliverable(var outcome, var text, var fields, var error) ->
                json.with("outcome", JsonNames.of(outcome))
                        .with("text", text)
                        .with("fields", fields(fields))
                        .with("error", error);
        };
    }

    /// What most cards do not have is left out of them.
    private static Json.Obj withText(Json.Obj json, String name, String text) {
        return text.isEmpty() ? json : json.with(name, text);
    }

    private static Item read(String type, Json json) {
        return switch (type) {
            case "user_message" ->
                new UserMessage(json.list("parts").stream().map(ItemCodec::part).toList());
            case "briefing" -> new Briefing(JsonNames.read(Briefing.Role.class, json, "role"), json.text("text"));
            case "agent_message" ->
                new AgentMessage(json.text("text"), json.text("phase", ""), json.text("sealed", ""));
            case "reasoning" -> new Reasoning(json.text("summary"), json.text("sealed"));
            case "tool_call" ->
                new ToolCall(
                        new CallId(json.text("tool_call_id")),
                        json.text("tool_name"),
                        JsonNames.read(ToolCall.Form.class, json, "form"),
                        json.text("arguments"),
                        JsonNames.read(Replay.class, json, "replay"),
                        DetailCodec.read(json.at("detail")),
                        json.text("sealed", ""));
            case "tool_result" ->
                new ToolResult(
                        new CallId(json.text("tool_call_id")),
                        JsonNames.read(CallOutcome.class, json, "status"),
                        JsonNames.read(AfterExecution.class, json, "after_execution"),
                        json.text("result"),
                        DetailCodec.read(json.at("detail")));
            case "decision" ->
                new Decision(
                        new CallId(json.text("tool_call_id")),
                        JsonNames.read(Decision.Choice.class, json, "choice"),
                        json.text("seal"),
                        json.text("words"));
            case "begun" ->
                new Begun(new CallId(json.text("tool_call_id")), JsonNames.read(Replay.class, json, "replay"));
            case "result_fields" -> new ResultFields(fields(json), json.text("schema"));
            case "compact" -> new Compact();
            case "summary" -> new Summary(json.text("text"));
            case "opaque" -> new Opaque(json.text("provider_type"), json.text("json"));
            case "deliverable" ->
                new Deliverable(
                        JsonNames.read(Outcome.class, json, "outcome"),
                        json.text("text"),
                        fields(json),
                        json.text("error"));
            case String unknown -> throw new BadJson("unknown type of card: " + unknown);
        };
    }

    private static Json.Obj part(Part part) {
        return switch (part) {
            case Part.Text(var text) -> Json.object().with("type", "text").with("text", text);
            case Part.Image(var url) -> Json.object().with("type", "image").with("url", url);
            case Part.Mark(var json) -> Json.object().with("type", "mark").with("json", json);
        };
    }

    private static Part part(Json json) {
        return switch (json.text("type")) {
            case "text" -> new Part.Text(json.text("text"));
            case "image" -> new Part.Image(json.text("url"));
            case "mark" -> new Part.Mark(json.text("json"));
            case String unknown -> throw new BadJson("unknown part of a message: " + unknown);
        };
    }

    private static Json.Arr fields(List<Field> fields) {
        return Json.array(fields.stream()
                .map(field -> Json.object().with("name", field.name()).with("value", field.value()))
                .toList());
    }

    private static List<Field> fields(Json json) {
        return json.list("fields").stream()
                .map(field -> new Field(field.text("name"), field.text("value")))
                .toList();
    }
}
