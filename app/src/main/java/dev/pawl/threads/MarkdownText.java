package dev.pawl.threads;

import dev.pawl.card.Card;
import dev.pawl.card.Part;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.CallState;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.ThreadViewBuilder;
import dev.pawl.view.ViewFold;
import java.util.List;
import java.util.Locale;

/// A thread for people to read.
public final class MarkdownText {
    private MarkdownText() {}

    public static String of(ChatThread thread, List<Card> history) {
        var text = new StringBuilder("# ")
                .append(thread.title().isEmpty() ? thread.id().value() : thread.title())
                .append("\n\n")
                .append(thread.setup().cwd())
                .append(" · ")
                .append(thread.createdAt())
                .append('\n');
        var fold = ViewFold.ofItems(thread.setup().cwd());
        var builder = new ThreadViewBuilder();
        for (var card : history) builder.apply(0, fold.inherited(card));
        builder.apply(0, fold.endInherited());
        for (var turn : builder.turns()) {
            turn.items().forEach(item -> append(text, of(item)));
            turn.end().ifPresent(end -> append(text, error(end.deliverable().error())));
        }
        return text.toString();
    }

    private static void append(StringBuilder text, String part) {
        if (!part.isEmpty()) text.append('\n').append(part).append('\n');
    }

    static String error(String words) {
        return words.isEmpty() ? "" : "**" + words + "**";
    }

    /// One item; empty for what has nothing to show.
    static String of(ItemView item) {
        return switch (item) {
            case ItemView.UserText text -> "## You\n\n" + words(text.parts());
            case ItemView.AgentText text -> "## Agent\n\n" + text.text();
            case ItemView.Thinking(var _, var summary) -> summary.isEmpty() ? "" : "> " + summary.replace("\n", "\n> ");
            case ItemView.CommandRun run -> fenced("sh", "$ " + run.plain()) + after(run.progress());
            case ItemView.FileEdit edit -> edit.isMade() ? edits(edit) : "*apply_patch*" + result(edit.text());
            case ItemView.McpCall call -> "*" + call.server() + "." + call.tool() + "*" + result(call.text());
            case ItemView.ToolUse use -> "*" + use.tool() + "*" + result(use.text());
            case ItemView.AgentCall call ->
                "*" + call.act().name().toLowerCase(Locale.ROOT) + " agent* " + call.prompt() + result(call.text());
            case ItemView.Image image -> "*(a picture: " + image.path() + ")*";
            case ItemView.Compaction(var _, var summary) -> "*What was before, in short:* " + summary;
            case ItemView.WebSearch _, ItemView.ReviewMark _ -> "";
        };
    }

    private static String after(CommandProgress progress) {
        return switch (progress) {
            case CommandProgress.Exited(var code, var output, var _) ->
                "\n\n" + fenced("", output.stripTrailing()) + "\nexit " + code;
            case CommandProgress.Unfinished(var state, var text, var output) ->
                result(output.isEmpty() ? text : output) + (state == CallState.DECLINED ? "\ndeclined" : "");
            case CommandProgress.Outlived(var _, var output, var _, var _) -> result(output);
            case CommandProgress.Running(var output) -> result(output);
        };
    }

    private static String result(String text) {
        return text.isEmpty() ? "" : "\n\n" + fenced("", text.stripTrailing());
    }

    private static String edits(ItemView.FileEdit edit) {
        var diff = new StringBuilder();
        for (var change : edit.changes()) {
            diff.append(edit.plain(change.path()))
                    .append('\n')
                    .append(change.diff())
                    .append('\n');
        }
        return fenced("diff", diff.toString().stripTrailing());
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
