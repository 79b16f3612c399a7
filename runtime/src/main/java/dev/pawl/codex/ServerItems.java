package dev.pawl.codex;

import dev.pawl.card.Detail.FileChange;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.shell.CommandPart;
import dev.pawl.shell.CommandParts;
import dev.pawl.view.CallState;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.ItemView.CommandRun;
import dev.pawl.view.ItemView.McpCall;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/// Items as clients of Codex's app-server know them (`ThreadItem`).
public final class ServerItems {
    /// Names of Pawl's own tools. Codex shows its own with a form of theirs, or not at all.
    public static final Set<String> OWN_TOOLS = Set.of(
            "exec_command",
            "write_stdin",
            "apply_patch",
            "read_file",
            "list_dir",
            "grep_files",
            "view_image",
            "update_plan",
            "request_user_input",
            "submit_result",
            "list_mcp_resources",
            "list_mcp_resource_templates",
            "read_mcp_resource");

    /// Those that Codex does not have: clients are shown them as calls of a tool.
    private static final Set<String> SHOWN = Set.of("read_file", "list_dir", "grep_files");

    private static final Set<String> PHASES = Set.of("commentary", "partial_answer", "final_answer");
    private static final Json NULL = Json.Null.NULL;

    private ServerItems() {}

    /// Empty for what clients are not shown.
    public static Optional<Json.Obj> of(ItemView view) {
        return Optional.ofNullable(
                switch (view) {
                    case ItemView.UserText(var id, var parts, var _) -> UserMessages.of(id, parts);
                    case ItemView.AgentText text -> agentText(text);
                    case ItemView.Thinking(var id, var summary) ->
                        item("reasoning", id)
                                .with("summary", Json.strings(summary.isEmpty() ? List.of() : List.of(summary)))
                                .with("content", Json.array(List.of()));
                    case CommandRun run -> command(run);
                    case ItemView.FileEdit(var id, var changes, var _, var state, var _, var _) ->
                        item("fileChange", id)
                                .with(
                                        "changes",
                                        Json.array(changes.stream()
                                                .map(ServerItems::change)
                                                .toList()))
                                .with("status", status(state));
                    case McpCall call -> mcp(call);
                    case ItemView.ToolUse use ->
                        OWN_TOOLS.contains(use.tool()) && !SHOWN.contains(use.tool()) ? null : tool(use);
                    case ItemView.Image(var id, var path, var _, var _) ->
                        item("imageView", id).with("path", path);
                    case ItemView.WebSearch(var id, var json) ->
                        search(id, parsed(json).at("action"));
                    case ItemView.ReviewMark(var id, var kind, var text) ->
                        item(kind == ItemView.ReviewMark.Kind.ENTERED ? "enteredReviewMode" : "exitedReviewMode", id)
                                .with("review", text);
                    case ItemView.Compaction(var id, var _) -> item("contextCompaction", id);
                    case ItemView.AgentCall call -> ServerAgents.of(call);
                });
    }

    static Json.Obj item(String type, String id) {
        return Json.object().with("type", type).with("id", id);
    }

    /// Clients refuse a phase that they do not know.
    private static Json.Obj agentText(ItemView.AgentText text) {
        return item("agentMessage", text.id())
                .with("text", text.text())
                .with("phase", PHASES.contains(text.phase()) ? Json.of(text.phase()) : NULL);
    }

    static String status(CallState state) {
        return switch (state) {
            case RUNNING -> "inProgress";
            case SUCCESS -> "completed";
            case DECLINED -> "declined";
            case FAILED, TIMEOUT, CANCELED, UNKNOWN -> "failed";
        };
    }

    private static Json.Obj command(CommandRun run) {
        var item = item("commandExecution", run.id())
                .with("command", run.command())
                .with("cwd", run.cwd())
                .with("processId", process(run.progress()))
                .with("source", run.caller() == CommandRun.Caller.USER ? "userShell" : "agent")
                .with("status", status(run.state()))
                .with("commandActions", actions(run.command(), run.cwd()));
        return switch (run.progress()) {
            case CommandProgress.Running(var output) -> ended(item, Json.orNull(output), NULL, NULL);
            case CommandProgress.Exited(var code, var output, var millis) ->
                ended(item, Json.of(output), Json.of(code), Json.of(millis));
            case CommandProgress.Outlived(var _, var output, var millis, var _) ->
                ended(item, Json.of(output), NULL, Json.of(millis));
            case CommandProgress.Unfinished unfinished -> ended(item, printed(unfinished), NULL, NULL);
        };
    }

    private static Json.Obj ended(Json.Obj item, Json output, Json code, Json millis) {
        return item.with("aggregatedOutput", output).with("exitCode", code).with("durationMs", millis);
    }

    private static Json process(CommandProgress progress) {
        return progress instanceof CommandProgress.Outlived(var process, var _, var _, var _)
                ? Json.orNull(process)
                : NULL;
    }

    /// What was heard of it; else the words for the model, which say why it did not run.
    private static Json printed(CommandProgress.Unfinished unfinished) {
        if (!unfinished.output().isEmpty()) return Json.of(unfinished.output());
        return unfinished.state() == CallState.DECLINED ? NULL : Json.orNull(unfinished.text());
    }

    static Json actions(String command, String cwd) {
        return Json.array(
                CommandParts.of(command, cwd).stream().map(ServerItems::part).toList());
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

    /// Of a file that comes or goes, Codex gives the text.
    private static Json change(FileChange change) {
        var isUpdate = change.kind() == FileChange.Kind.UPDATE;
        var kind = Json.object().with("type", change.kind().name().toLowerCase(Locale.ROOT));
        return Json.object()
                .with("path", change.path())
                .with("kind", isUpdate ? kind.with("move_path", Json.orNull(change.movedTo())) : kind)
                .with("diff", isUpdate ? change.diff() : WholeFile.of(change.diff()));
    }

    /// Where the server gave no result, the words for the model say why.
    private static Json.Obj mcp(McpCall call) {
        var result = parsed(call.result());
        var content = result.at("content") instanceof Json.Arr list ? list : Json.array(List.of());
        var answer = result.isNull()
                ? NULL
                : Json.object()
                        .with("content", content)
                        .with("structuredContent", result.at("structured_content"))
                        .with("_meta", NULL);
        var failed = call.state().isOver() && call.state() != CallState.SUCCESS;
        var error = failed && call.result().isEmpty() ? Json.object().with("message", call.text()) : NULL;
        return item("mcpToolCall", call.id())
                .with("server", call.server())
                .with("tool", call.tool())
                .with("arguments", parsed(call.arguments()))
                .with("status", failed ? "failed" : status(call.state()))
                .with("result", answer)
                .with("error", error)
                .with("durationMs", NULL);
    }

    private static Json.Obj tool(ItemView.ToolUse use) {
        var failed = use.state().isOver() && use.state() != CallState.SUCCESS;
        var item = item("dynamicToolCall", use.id())
                .with("tool", use.tool())
                .with("arguments", parsed(use.arguments()))
                .with("status", failed ? "failed" : status(use.state()));
        if (!use.state().isOver()) return item;
        var words = Json.object().with("type", "inputText").with("text", use.text());
        return item.with("contentItems", Json.array(List.of(words))).with("success", Json.of(!failed));
    }

    private static Json.Obj search(String id, Json action) {
        var query = action.text("query", "");
        var spelled = switch (action.text("type", "search")) {
            case "search" -> Json.object().with("type", "search").with("query", query);
            case "open_page" -> Json.object().with("type", "openPage").with("url", action.at("url"));
            case "find_in_page", "find" ->
                Json.object()
                        .with("type", "findInPage")
                        .with("url", action.at("url"))
                        .with("pattern", action.at("pattern"));
            default -> Json.object().with("type", "other");
        };
        return item("webSearch", id).with("query", query).with("action", spelled);
    }

    /// JSON as it was written; other text as a string.
    static Json parsed(String text) {
        if (text.isEmpty()) return NULL;
        try {
            return Json.parse(text);
        } catch (BadJson words) {
            return Json.of(text);
        }
    }

    private static Json orNull(Optional<String> text) {
        return text.<Json>map(Json::of).orElse(NULL);
    }
}
