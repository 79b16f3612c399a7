package dev.pawl.appserver.rpc;

import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;

/// Shortens the output of commands in a reply: the beginning and the end are enough to read, and
/// `pawl/item/read` has the rest.
final class LargeOutput {
    private static final String OUTPUT = "aggregatedOutput";
    private static final int MOST = 64 * 1024;
    private static final int HEAD = 16 * 1024;

    private LargeOutput() {}

    static Json cut(Json json) {
        return switch (json) {
            case Json.Obj(var fields) -> {
                var changed = new LinkedHashMap<String, Json>();
                fields.forEach((name, value) -> changed.put(name, cut(value)));
                yield shortened(new Json.Obj(changed));
            }
            case Json.Arr(var elements) -> {
                var changed = new ArrayList<Json>(elements.size());
                for (var element : elements) changed.add(cut(element));
                yield Json.array(changed);
            }
            default -> json;
        };
    }

    private static Json shortened(Json.Obj item) {
        if (!(item.at(OUTPUT) instanceof Json.Str(var text)) || text.length() <= MOST) return item;
        var head = text.substring(0, safe(text, HEAD));
        var tail = text.substring(safe(text, text.length() - (MOST - HEAD)));
        var shown = Json.object().with("total", text.length()).with("shown", head.length() + tail.length());
        return item.with(OUTPUT, head + "\n…\n" + tail)
                .with("pawl", Json.object().with("cut", shown));
    }

    /// Not between the halves of a character.
    private static int safe(String text, int at) {
        return Character.isLowSurrogate(text.charAt(at)) ? at + 1 : at;
    }
}
