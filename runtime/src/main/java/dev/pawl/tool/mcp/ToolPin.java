package dev.pawl.tool.mcp;

import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.tool.RunFolder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A tool as its server described it when a person could first have seen it in the thread.
///
/// @param harmless whether it has always been called harmless so far
/// @param description a hash
/// @param schema a hash
/// @param hints what the server said about its effects
record ToolPin(boolean harmless, String description, String schema, String hints) {
    static ToolPin of(RemoteSpec spec) {
        return new ToolPin(
                spec.hints().harmless(),
                hash(spec.description()),
                hash(spec.schema()),
                spec.hints().toString());
    }

    private static String hash(String text) {
        return RunFolder.hash(text.getBytes(StandardCharsets.UTF_8));
    }

    /// What differs now, in words.
    List<String> changes(RemoteSpec now) {
        var then = this;
        var next = of(now);
        var changes = new ArrayList<String>();
        if (!next.hints.equals(then.hints)) {
            changes.add("its server says something else about its effects than when it was first offered here: "
                    + now.hints().words());
        }
        if (!next.description.equals(then.description)) {
            changes.add("its description has changed since it was first offered here: " + now.description());
        }
        if (!next.schema.equals(then.schema)) {
            changes.add("its arguments have changed since it was first offered here");
        }
        return changes;
    }

    /// After a person's yes to the tool as it is now. What was once not harmless stays so: the word
    /// of a server does not take a question away.
    ToolPin accepted(RemoteSpec now) {
        var next = of(now);
        return new ToolPin(harmless && next.harmless, next.description, next.schema, next.hints);
    }

    String write() {
        return Json.object()
                .with("harmless", Json.of(harmless))
                .with("description", description)
                .with("schema", schema)
                .with("hints", hints)
                .write();
    }

    static Optional<ToolPin> read(String text) {
        try {
            var json = Json.parse(text);
            var harmless = json.at("harmless") instanceof Json.Bool(var is) && is;
            return Optional.of(
                    new ToolPin(harmless, json.text("description"), json.text("schema"), json.text("hints")));
        } catch (BadJson unreadable) {
            return Optional.empty();
        }
    }
}
