package dev.pawl.tool.files;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Detail;
import dev.pawl.card.Field;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.ToolArguments;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;

/// `submit_result`: the agent hands in what it was asked for, and its turn ends.
///
/// The answer's text is JSON, `{"fields":[{"name","value"}…]}` or `{"text"}`; [#deliverable] reads
/// it back. Offered only to turns that want it; that it is called alone is the loop's business.
public final class SubmitResult implements Tool {
    private static final String PARAMETERS = """
            {"type":"object","properties":{"result":{"type":"object","properties":{"fields":{"type":"array",\
            "items":{"type":"object","properties":{"name":{"type":"string"},"value":{"type":"string"}},\
            "required":["name","value"],"additionalProperties":false}}},\
            "required":["fields"],"additionalProperties":false}},\
            "required":["result"],"additionalProperties":false}""";

    private final List<Field> required;
    private final ToolSpec spec;

    /// @param required the names that must be there, each with what it is for; may be empty
    public SubmitResult(List<Field> required) {
        this.required = List.copyOf(required);
        var description = new StringBuilder(Description.of(SubmitResult.class, "submit_result.md"));
        if (!required.isEmpty()) description.append("\n\nFields that must be there:");
        for (var field : required)
            description.append("\n- ").append(field.name()).append(": ").append(field.value());
        this.spec = new ToolSpec.Function("submit_result", description.toString(), PARAMETERS);
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Replay replay() {
        return Replay.READ;
    }

    @Override
    public boolean runsBesideOthers() {
        return false;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return new Detail.Nothing();
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        return new Intent.ReadOnly();
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) {
        try {
            var result = ToolArguments.of(call).at("result");
            if (result.isNull()) throw new BadArguments("failed to parse function arguments: missing field `result`");
            if (required.isEmpty() && !isFields(result))
                return handedIn(Json.object().with("text", text(result)));
            var fields = inOrder(fields(result));
            return handedIn(Json.object().with("fields", json(fields)));
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }

    /// What a successful result of this tool delivers.
    public static Item.Deliverable deliverable(Item.ToolResult result) {
        var json = Json.parse(result.output());
        if (json.at("fields").isNull()) return Item.Deliverable.success(json.text("text"));
        return Item.Deliverable.success(json.list("fields").stream()
                .map(field -> new Field(field.text("name"), field.text("value")))
                .toList());
    }

    private static Outcome.Done handedIn(Json content) {
        return new Outcome.Done(CallOutcome.SUCCESS, AfterExecution.TERMINATE, content.write(), new Detail.Nothing());
    }

    private static boolean isFields(Json result) {
        var list = result instanceof Json.Arr ? result : result.at("fields");
        return list instanceof Json.Arr(var elements)
                && elements.stream().allMatch(element -> element.at("name") instanceof Json.Str);
    }

    /// A list of names and values, the same under `fields`, or an object with a value for each
    /// name.
    private static List<Field> fields(Json result) throws BadArguments {
        var fields = new ArrayList<Field>();
        if (isFields(result)) {
            var list = result instanceof Json.Arr ? result : result.at("fields");
            for (var element : list.asList()) fields.add(field(element.text("name"), element.at("value")));
        } else if (result instanceof Json.Obj(var named) && !named.containsKey("fields")) {
            for (var entry : named.entrySet()) fields.add(field(entry.getKey(), entry.getValue()));
        } else {
            throw new BadArguments("result must be {\"fields\":[{\"name\":…,\"value\":…}]}");
        }
        return fields;
    }

    private static Field field(String name, Json value) throws BadArguments {
        if (name.isBlank()) throw new BadArguments("a field without a name");
        return new Field(name, text(value));
    }

    private static String text(Json value) {
        return value instanceof Json.Str(var text) ? text : value.write();
    }

    /// Those asked for first, in the order they were asked for; then the others.
    private List<Field> inOrder(List<Field> given) throws BadArguments {
        var seen = new HashSet<String>();
        for (var field : given) {
            if (!seen.add(field.name())) throw new BadArguments("field given twice: " + field.name());
        }
        var missing = required.stream()
                .map(Field::name)
                .filter(name -> !seen.contains(name))
                .toList();
        if (!missing.isEmpty()) throw new BadArguments("missing fields: " + String.join(", ", missing));
        var ordered = new LinkedHashMap<String, Field>();
        for (var name : required) ordered.put(name.name(), name);
        for (var field : given) ordered.put(field.name(), field);
        return List.copyOf(ordered.values());
    }

    private static Json json(List<Field> fields) {
        return Json.array(fields.stream()
                .map(field -> Json.object().with("name", field.name()).with("value", field.value()))
                .toList());
    }
}
