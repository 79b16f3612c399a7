package dev.pawl.tool.mcp;

import dev.pawl.card.Replay;
import dev.pawl.json.Json;
import java.util.LinkedHashMap;

/// A tool as its server describes it.
///
/// @param schema JSON schema of its arguments
/// @param hints  what the server says about its effects
record RemoteSpec(String name, String description, String schema, Hints hints) {
    /// The server's word for it, no more. What it does not say is taken for the worse.
    record Hints(boolean readOnly, boolean idempotent, boolean alarming) {
        /// Whether nothing it says speaks against running it unasked.
        boolean harmless() {
            return readOnly && !alarming;
        }

        String words() {
            if (alarming) return "it may take something away, or reach beyond what it was given";
            return readOnly ? "it changes nothing" : "it changes something";
        }

        Replay replay() {
            if (readOnly) return Replay.READ;
            return idempotent ? Replay.IDEMPOTENT : Replay.EFFECT;
        }
    }

    static RemoteSpec of(Json tool) {
        var annotations = tool.at("annotations");
        var hints = new Hints(
                isTrue(annotations.at("readOnlyHint")),
                isTrue(annotations.at("idempotentHint")),
                isTrue(annotations.at("destructiveHint")) || isTrue(annotations.at("openWorldHint")));
        var title = tool.text("title", annotations.text("title", ""));
        return new RemoteSpec(
                tool.text("name"), tool.text("description", title), schema(tool.at("inputSchema")), hints);
    }

    private static boolean isTrue(Json json) {
        return json instanceof Json.Bool(var value) && value;
    }

    /// Providers want an object with properties, and know no `$schema`.
    private static String schema(Json given) {
        var fields = new LinkedHashMap<String, Json>();
        if (given instanceof Json.Obj(var known)) fields.putAll(known);
        fields.remove("$schema");
        fields.putIfAbsent("type", Json.of("object"));
        fields.putIfAbsent("properties", Json.object());
        return new Json.Obj(fields).write();
    }
}
