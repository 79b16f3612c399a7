package dev.pawl.agent;

import dev.pawl.card.Item;
import dev.pawl.card.Part;
import java.util.List;

/// How many tokens something is, near enough: four bytes of text are one.
public final class Tokens {
    /// What a picture counts as, whatever its size.
    private static final long PICTURE_BYTES = 7_373;

    private Tokens() {}

    public static long of(String text) {
        return (bytes(text) + 3) / 4;
    }

    public static long of(List<Item> items) {
        var bytes = 0L;
        for (var item : items) bytes += bytes(item);
        return (bytes + 3) / 4;
    }

    private static long bytes(Item item) {
        return switch (item) {
            case Item.UserMessage(var parts) ->
                parts.stream().mapToLong(Tokens::bytes).sum();
            case Item.Briefing(var _, var text) -> bytes(text);
            case Item.AgentMessage message -> bytes(message.text());
            // Sealed reasoning is encoded and padded.
            case Item.Reasoning(var summary, var sealed) -> bytes(summary) + Math.max(0, bytes(sealed) * 3 / 4 - 650);
            case Item.ToolCall call -> bytes(call.arguments()) + bytes(call.tool());
            case Item.ToolResult result -> bytes(result.output());
            case Item.Summary(var text) -> bytes(text);
            case Item.Opaque(var _, var json) -> bytes(json);
            case Item.Decision _, Item.Begun _, Item.ResultFields _, Item.Compact _, Item.Deliverable _ -> 0;
        };
    }

    private static long bytes(Part part) {
        return switch (part) {
            case Part.Text(var text) -> bytes(text);
            case Part.Image _ -> PICTURE_BYTES;
            case Part.Mark _ -> 0;
        };
    }

    private static long bytes(String text) {
        var bytes = 0L;
        for (var i = 0; i < text.length(); i++) {
            var c = text.charAt(i);
            bytes += c < 0x80 ? 1 : c < 0x800 || Character.isSurrogate(c) ? 2 : 3;
        }
        return bytes;
    }
}
