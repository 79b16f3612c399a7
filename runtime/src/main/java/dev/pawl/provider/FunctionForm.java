package dev.pawl.provider;

import dev.pawl.agent.ToolSpec;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;

/// Tools and calls for providers that know functions only.
final class FunctionForm {
    private FunctionForm() {}

    static Json parameters(ToolSpec tool) {
        return switch (tool) {
            case ToolSpec.Function function -> Json.parse(function.parameters());
            case ToolSpec.Freeform freeform -> Json.parse(freeform.parameters());
        };
    }

    /// The arguments as JSON. A call made in free text, by another provider, becomes an `input`.
    static Json arguments(ToolCall call) {
        return switch (call.form()) {
            case FREEFORM -> Json.object().with("input", call.arguments());
            case FUNCTION -> object(call.arguments());
        };
    }

    /// Servers refuse what is not an object, and a model may well have said such a thing.
    private static Json object(String arguments) {
        if (arguments.isBlank()) return Json.object();
        try {
            if (Json.parse(arguments) instanceof Json.Obj object) return object;
        } catch (BadJson notJson) {
            // falls through to the raw text
        }
        return Json.object().with("arguments", arguments);
    }
}
