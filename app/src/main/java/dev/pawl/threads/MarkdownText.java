package dev.pawl.threads;

import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.thread.ChatThread;
import java.util.List;

/// A thread for people to read.
final class MarkdownText {
    private MarkdownText() {}

    static String of(ChatThread thread, List<Card> history) {
        var text = new StringBuilder("# ")
                .append(thread.title().isEmpty() ? thread.id().value() : thread.title())
                .append("\n\n")
                .append(thread.setup().cwd())
                .append(" · ")
                .append(thread.createdAt())
                .append('\n');
        for (var card : history) {
            var item = of(card.item());
            if (!item.isEmpty()) text.append('\n').append(item).append('\n');
        }
        return text.toString();
    }

    /// One item; nothing for what is not meant for people.
    static String of(Item item) {
        return switch (item) {
            case Item.UserMessage(var parts) -> "## You\n\n" + words(parts);
            case Item.AgentMessage message -> "## Agent\n\n" + message.text();
            case Item.Reasoning(var summary, var _) -> summary.isEmpty() ? "" : "> " + summary.replace("\n", "\n> ");
            case Item.ToolCall call ->
                call.detail() instanceof Detail.Command(var command, var _)
                        ? fenced("sh", "$ " + command)
                        : "*" + call.tool() + "*";
            case Item.ToolResult result -> result(result);
            case Item.Summary(var text) -> "*What was before, in short:* " + text;
            case Item.Deliverable end -> end.error().isEmpty() ? "" : "**" + end.error() + "**";
            case Item.Briefing _, Item.Decision _, Item.Begun _, Item.ResultFields _, Item.Compact _, Item.Opaque _ ->
                "";
        };
    }

    private static String result(Item.ToolResult result) {
        return switch (result.detail()) {
            case Detail.Ran ran -> fenced("", ran.output().stripTrailing()) + "\nexit " + ran.exitCode();
            case Detail.Edits(var changes) -> {
                var diff = new StringBuilder();
                for (var change : changes) {
                    diff.append(change.path())
                            .append('\n')
                            .append(change.diff())
                            .append('\n');
                }
                yield fenced("diff", diff.toString().stripTrailing());
            }
            case Detail.Nothing _, Detail.Command _, Detail.Plan _, Detail.Picture _, Detail.Mcp _ ->
                fenced("", result.output().stripTrailing());
        };
    }

    /// A fence that is longer than any in the text.
    private static String fenced(String language, String text) {
        var fence = new StringBuilder("```");
        while (text.contains(fence)) fence.append('`');
        return fence + language + "\n" + text + "\n" + fence;
    }

    private static String words(List<Part> parts) {
        var text = new StringBuilder();
        for (var part : parts) {
            switch (part) {
                case Part.Text(var words) -> text.append(words);
                case Part.Image _ -> text.append("*(a picture)*\n");
                case Part.Mark _ -> {}
            }
        }
        return text.toString();
    }
}
