package dev.pawl.appserver;

import dev.pawl.card.Answer;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.shell.CommandPart;
import dev.pawl.shell.CommandParts;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Items as Codex's clients know them (`ThreadItem`).
final class ItemJson {
    static final Json NULL = new Json.Null();

    private ItemJson() {}

    static Json.Obj item(String type, String id) {
        return Json.object().with("type", type).with("id", id);
    }

    static Json.Obj userMessage(String id, List<Part> parts) {
        return UserMessageJson.of(id, parts);
    }

    /// Clients refuse a phase that they do not know.
    static Json.Obj agentMessage(String id, String text, String phase) {
        var known = List.of("commentary", "partial_answer", "final_answer").contains(phase);
        return item("agentMessage", id).with("text", text).with("phase", known ? Json.of(phase) : NULL);
    }

    static Json.Obj reasoning(String id, String summary) {
        return item("reasoning", id)
                .with("summary", Json.strings(summary.isEmpty() ? List.of() : List.of(summary)))
                .with("content", Json.array(List.of()));
    }

    /// A review begins, or its findings are all there.
    static Json.Obj review(String type, String id, String words) {
        return item(type, id).with("review", words);
    }

    static Json.Obj compaction(String id) {
        return item("contextCompaction", id);
    }

    /// A call that has begun; nothing for one that clients are not shown.
    static Optional<Json.Obj> call(Item.ToolCall call) {
        var id = call.call().value();
        return switch (call.detail()) {
            case Detail.Command(var command, var cwd) -> Optional.of(command(id, command, cwd, "inProgress"));
            case Detail.Edits(var changes) -> Optional.of(edits(id, changes, "inProgress"));
            case Detail.Mcp mcp -> Optional.of(mcp(id, mcp, "inProgress"));
            case Detail.Picture(var path, var _) ->
                Optional.of(item("imageView", id).with("path", path));
            case Detail.Nothing _ when isShown(call.tool()) -> Optional.of(tool(call, "inProgress"));
            case Detail.Nothing _, Detail.Ran _, Detail.Plan _ -> Optional.empty();
        };
    }

    /// The same call with its answer.
    static Optional<Json.Obj> answered(Item.ToolCall call, Item.ToolResult result) {
        var id = call.call().value();
        var status = status(result.answer());
        return switch (result.detail()) {
            case Detail.Ran ran -> Optional.of(ran(id, ran));
            case Detail.Edits(var changes) -> Optional.of(edits(id, changes, status));
            case Detail.Mcp mcp -> Optional.of(mcp(id, mcp, status, result));
            case Detail.Picture(var path, var _) ->
                Optional.of(item("imageView", id).with("path", path));
            case Detail.Plan _ -> Optional.empty();
            case Detail.Nothing _, Detail.Command _ -> unfinished(call, result, status);
        };
    }

    /// Declined, interrupted, or a tool that has nothing to show but its words.
    private static Optional<Json.Obj> unfinished(Item.ToolCall call, Item.ToolResult result, String status) {
        var id = call.call().value();
        return switch (call.detail()) {
            case Detail.Command(var command, var cwd) -> {
                var silent = result.answer() == Answer.DECLINED
                        || result.answer() == Answer.SUCCESS // the model's text, and no output
                        || result.output().isEmpty();
                var output = silent ? NULL : Json.of(result.output());
                yield Optional.of(command(id, command, cwd, status).with("aggregatedOutput", output));
            }
            case Detail.Edits(var changes) -> Optional.of(edits(id, changes, status));
            case Detail.Mcp mcp -> Optional.of(mcp(id, mcp, status, result));
            case Detail.Nothing _
            when isShown(call.tool()) -> {
                var words = Json.object().with("type", "inputText").with("text", result.output());
                yield Optional.of(tool(call, status.equals("completed") ? status : "failed")
                        .with("contentItems", Json.array(List.of(words)))
                        .with("success", Json.of(result.answer() == Answer.SUCCESS)));
            }
            case Detail.Nothing _, Detail.Ran _, Detail.Plan _, Detail.Picture _ -> Optional.empty();
        };
    }

    private static String status(Answer answer) {
        return switch (answer) {
            case SUCCESS -> "completed";
            case DECLINED -> "declined";
            case FAILED, TIMEOUT, CANCELED, UNKNOWN -> "failed";
        };
    }

    private static Json.Obj command(String id, String command, String cwd, String status) {
        return item("commandExecution", id)
                .with("command", command)
                .with("cwd", cwd)
                .with("processId", NULL)
                .with("source", "agent")
                .with("status", status)
                .with("commandActions", actions(command, cwd))
                .with("aggregatedOutput", NULL)
                .with("exitCode", NULL)
                .with("durationMs", NULL);
    }

    /// A command of the person's own.
    static Json.Obj userCommand(String id, String command, String cwd) {
        return command(id, command, cwd, "inProgress").with("source", "userShell");
    }

    static Json.Obj userRan(String id, UserShell.Ran ran) {
        var detail = new Detail.Ran(ran.command(), ran.cwd(), ran.exitCode(), ran.output(), ran.millis());
        return ran(id, detail).with("source", "userShell");
    }

    static Json actions(String command, String cwd) {
        return Json.array(
                CommandParts.of(command, cwd).stream().map(ItemJson::part).toList());
    }

    private static Json part(CommandPart part) {
        return switch (part) {
            case CommandPart.Read(var command, var name, var path) ->
                part("read", command).with("name", name).with("path", path);
            case CommandPart.ListFiles(var command, var path) ->
                part("listFiles", command).with("path", orNull(path));
            case CommandPart.Search(var command, var query, var path) ->
                part("search", command).with("query", orNull(query)).with("path", orNull(path));
            case CommandPart.Unknown(var command) -> part("unknown", command);
        };
    }

    private static Json.Obj part(String type, String command) {
        return Json.object().with("type", type).with("command", command);
    }

    private static Json orNull(Optional<String> text) {
        return text.<Json>map(Json::of).orElse(NULL);
    }

    private static Json.Obj ran(String id, Detail.Ran ran) {
        return command(id, ran.command(), ran.cwd(), ran.exitCode() == 0 ? "completed" : "failed")
                .with("aggregatedOutput", ran.output())
                .with("exitCode", ran.exitCode())
                .with("durationMs", ran.millis());
    }

    private static Json.Obj edits(String id, List<Detail.FileChange> changes, String status) {
        var list = changes.stream()
                .map(change -> Json.object()
                        .with("path", change.path())
                        .with("kind", kind(change))
                        .with("diff", diff(change)))
                .toList();
        return item("fileChange", id).with("changes", Json.array(list)).with("status", status);
    }

    /// Of a file that comes or goes, Codex gives the text.
    private static String diff(Detail.FileChange change) {
        return change.kind() == Detail.FileChange.Kind.UPDATE ? change.diff() : WholeFile.of(change.diff());
    }

    private static Json kind(Detail.FileChange change) {
        var kind = Json.object().with("type", change.kind().name().toLowerCase(Locale.ROOT));
        if (change.kind() != Detail.FileChange.Kind.UPDATE) return kind;
        return kind.with("move_path", change.movedTo().isEmpty() ? NULL : Json.of(change.movedTo()));
    }

    /// What the server did not answer, our own words do.
    private static Json.Obj mcp(String id, Detail.Mcp mcp, String status, Item.ToolResult result) {
        var item = mcp(id, mcp, status);
        if (!mcp.result().isEmpty() || status.equals("completed")) return item;
        return item.with("error", Json.object().with("message", result.output()));
    }

    private static Json.Obj mcp(String id, Detail.Mcp mcp, String status) {
        var result = parsed(mcp.result());
        var content = result.at("content") instanceof Json.Arr list ? list : Json.array(List.of());
        var answer = result.isNull()
                ? NULL
                : Json.object()
                        .with("content", content)
                        .with("structuredContent", result.at("structured_content"))
                        .with("_meta", NULL);
        return item("mcpToolCall", id)
                .with("server", mcp.server())
                .with("tool", mcp.tool())
                .with("arguments", parsed(mcp.arguments()))
                .with("status", status.equals("declined") ? "failed" : status)
                .with("result", answer)
                .with("error", NULL)
                .with("durationMs", NULL);
    }

    /// Tools of ours that Codex does not have, and those that clients offer. Of Codex's own, what
    /// is not told with a detail is not told.
    private static boolean isShown(String tool) {
        return !ClientCall.TAKEN.contains(tool)
                || List.of("read_file", "list_dir", "grep_files").contains(tool);
    }

    private static Json.Obj tool(Item.ToolCall call, String status) {
        return item("dynamicToolCall", call.call().value())
                .with("tool", call.tool())
                .with("arguments", parsed(call.arguments()))
                .with("status", status);
    }

    static Optional<Json.Obj> opaque(String id, Item.Opaque opaque) {
        if (!opaque.kind().equals("web_search_call")) return Optional.empty();
        var action = parsed(opaque.json()).at("action");
        var query = action.text("query", "");
        return Optional.of(item("webSearch", id).with("query", query).with("action", search(action, query)));
    }

    private static Json search(Json action, String query) {
        return switch (action.text("type", "search")) {
            case "search" -> Json.object().with("type", "search").with("query", query);
            case "open_page" -> Json.object().with("type", "openPage").with("url", action.at("url"));
            case "find_in_page", "find" ->
                Json.object()
                        .with("type", "findInPage")
                        .with("url", action.at("url"))
                        .with("pattern", action.at("pattern"));
            default -> Json.object().with("type", "other");
        };
    }

    private static Json parsed(String text) {
        if (text.isEmpty()) return NULL;
        try {
            return Json.parse(text);
        } catch (BadJson words) {
            return Json.of(text);
        }
    }
}
