package dev.pawl.provider.dialect;

import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;

/// Tools and calls for providers that know functions only.
public final class FunctionForm {
    private static final String WRAPPED = "arguments";

    private FunctionForm() {}

    public static Json parameters(ToolSpec tool) {
        return switch (tool) {
            case ToolSpec.Function function -> Json.parse(function.parameters());
            case ToolSpec.Freeform freeform -> Json.parse(freeform.parameters());
        };
    }

    /// The arguments as JSON. A call made in free text, by another provider, becomes an `input`.
    public static Json arguments(ToolCall call) {
        return switch (call.form()) {
            case FREEFORM -> Json.object().with("input", call.arguments());
            case FUNCTION -> object(call.arguments());
        };
    }

    /// The arguments as a text: the model's own, letter for letter, where they are an object.
    /// Another spelling would be another prefix to a server's cache.
    public static String text(ToolCall call) {
        var json = arguments(call);
        var own = call.form() == ToolCall.Form.FUNCTION && !call.arguments().isBlank() && !isWrapped(json, call);
        return own ? call.arguments() : json.write();
    }

    private static boolean isWrapped(Json json, ToolCall call) {
        return json.text(WRAPPED, "").equals(call.arguments());
    }

    /// The same object with all fields of another.
    public static Json.Obj with(Json.Obj object, Json more) {
        if (!(more instanceof Json.Obj(var fields))) return object;
        var all = object;
        for (var field : fields.entrySet()) all = all.with(field.getKey(), field.getValue());
        return all;
    }

    /// Servers refuse what is not an object, and a model may well have said such a thing.
    private static Json object(String arguments) {
        if (arguments.isBlank()) return Json.object();
        try {
            if (Json.parse(arguments) instanceof Json.Obj object) return object;
        } catch (BadJson notJson) {
            // falls through to the raw text
        }
        return Json.object().with(WRAPPED, arguments);
    }
}
