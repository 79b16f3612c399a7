package dev.pawl.provider.dialect;

import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;

/// The pictures that go to the model with a result, as `data:` URLs.
public final class Shown {
    private Shown() {}

    public static List<String> pictures(Item.ToolResult result) {
        return switch (result.detail()) {
            case Detail.Picture(var _, var url) -> url.isEmpty() ? List.of() : List.of(url);
            case Detail.Mcp mcp -> remote(mcp.result());
            case Detail.Nothing _, Detail.Command _, Detail.Ran _, Detail.Edits _, Detail.Plan _, Detail.Agents _ ->
                List.of();
        };
    }

    private static List<String> remote(String answer) {
        // Most answers are words, and a history is read again for each step.
        if (!answer.contains("\"image\"")) return List.of();
        var urls = new ArrayList<String>();
        try {
            for (var part : Json.parse(answer).list("content")) {
                var type = part.text("mimeType", "");
                if (part.text("type", "").equals("image") && isKnown(type)) {
                    urls.add("data:" + type + ";base64," + part.text("data", ""));
                }
            }
        } catch (BadJson strange) {
            return List.of();
        }
        return urls;
    }

    /// Providers refuse a whole request for a picture of another kind.
    private static boolean isKnown(String type) {
        return List.of("image/png", "image/jpeg", "image/gif", "image/webp").contains(type);
    }
}
