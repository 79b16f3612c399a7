package dev.pawl.codex;

import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.view.CallState;
import dev.pawl.view.CommandProgress;
import dev.pawl.view.ItemView;
import dev.pawl.view.ItemView.CommandRun;
import dev.pawl.view.ItemView.FileEdit;
import dev.pawl.view.ItemView.McpCall;
import dev.pawl.view.PlanView;
import dev.pawl.view.ThreadChange;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// The changes of one turn as Codex's exec events, one object for each line. Items are numbered
/// from 0 in the order they are first told. Used by one thread.
public final class ExecEvents {
    private static final Json NULL = Json.Null.NULL;

    private final boolean withPlan;
    private final Map<String, String> ids = new HashMap<>();
    private Usage usage = Usage.NONE;
    private int items;

    /// @param withPlan whether the agent's plan is told as an item
    public ExecEvents(boolean withPlan) {
        this.withPlan = withPlan;
    }

    public List<Json.Obj> began(ThreadId thread) {
        return List.of(event("thread.started").with("thread_id", thread.value()), event("turn.started"));
    }

    public List<Json.Obj> of(ThreadChange change) {
        return switch (change) {
            case ThreadChange.ItemBegan(var _, var item, var _) -> itemBegan(item);
            case ThreadChange.ItemCompleted(var _, var item, var _) -> itemCompleted(item);
            case ThreadChange.PlanChanged(var _, var plan) -> withPlan ? List.of(completed(plan(plan))) : List.of();
            case ThreadChange.TokensCounted(var _, var tokens) -> {
                usage = tokens.total();
                yield List.of();
            }
            case ThreadChange.Retrying(var _, var attempt, var most, var reason) ->
                List.of(event("error")
                        .with("message", "Reconnecting... " + attempt + "/" + most + " (" + reason + ")"));
            case ThreadChange.TurnEnded ended -> ended(ended.deliverable());
            case ThreadChange.TurnQueued _,
                    ThreadChange.TurnBegan _,
                    ThreadChange.Steered _,
                    ThreadChange.TakenOver _,
                    ThreadChange.ItemGrew _,
                    ThreadChange.ItemUpdated _,
                    ThreadChange.DiffChanged _,
                    ThreadChange.QuestionAsked _,
                    ThreadChange.QuestionSettled _,
                    ThreadChange.ServerChanged _,
                    ThreadChange.Warned _,
                    ThreadChange.Compacted _,
                    ThreadChange.TurnsDropped _,
                    ThreadChange.StatusChanged _,
                    ThreadChange.TurnFailed _ -> List.of();
        };
    }

    /// Only what takes time is told twice.
    private List<Json.Obj> itemBegan(ItemView item) {
        return switch (item) {
            case CommandRun run when run.caller() == CommandRun.Caller.AGENT -> List.of(started(command(run)));
            case McpCall call -> List.of(started(mcp(call)));
            case ItemView.AgentCall call -> List.of(started(agents(call)));
            case ItemView _ -> List.of();
        };
    }

    /// Of what a stop cut off Codex says nothing more; nor of files that were not changed.
    private List<Json.Obj> itemCompleted(ItemView item) {
        return switch (item) {
            case ItemView.AgentText(var id, var text, var _) ->
                List.of(completed(item(id, "agent_message").with("text", text)));
            case ItemView.Thinking(var id, var summary) ->
                summary.isEmpty()
                        ? List.of()
                        : List.of(completed(item(id, "reasoning").with("text", summary)));
            case CommandRun run ->
                run.caller() == CommandRun.Caller.USER || run.state() == CallState.CANCELED
                        ? List.of()
                        : List.of(completed(command(run)));
            case FileEdit edit -> edit.isMade() ? edits(edit) : List.of();
            case McpCall call ->
                call.state() == CallState.CANCELED && call.result().isEmpty()
                        ? List.of()
                        : List.of(completed(mcp(call)));
            case ItemView.AgentCall call ->
                call.state() == CallState.CANCELED ? List.of() : List.of(completed(agents(call)));
            case ItemView.WebSearch(var id, var json) ->
                search(id, ServerItems.parsed(json).at("action"));
            case ItemView.UserText _,
                    ItemView.ToolUse _,
                    ItemView.Image _,
                    ItemView.ReviewMark _,
                    ItemView.Compaction _ -> List.of();
        };
    }

    private Json.Obj command(CommandRun run) {
        var output = switch (run.progress()) {
            case CommandProgress.Running _, CommandProgress.Outlived _ -> "";
            case CommandProgress.Exited(var _, var printed, var _) -> printed;
            case CommandProgress.Unfinished(var _, var text, var _) -> text;
        };
        return item(run.id(), "command_execution")
                .with("command", run.command())
                .with("aggregated_output", output)
                .with(
                        "exit_code",
                        run.progress() instanceof CommandProgress.Exited(var code, var _, var _) ? Json.of(code) : NULL)
                .with("status", status(run.state()));
    }

    private static String status(CallState state) {
        return switch (state) {
            case RUNNING -> "in_progress";
            case SUCCESS -> "completed";
            case DECLINED -> "declined";
            case FAILED, TIMEOUT, CANCELED, UNKNOWN -> "failed";
        };
    }

    private static String plainStatus(CallState state) {
        return state == CallState.DECLINED ? "failed" : status(state);
    }

    private List<Json.Obj> edits(FileEdit edit) {
        var list = edit.changes().stream()
                .map(change -> Json.object()
                        .with("path", change.path())
                        .with("kind", change.kind().name().toLowerCase(Locale.ROOT)))
                .toList();
        var item = item(edit.id(), "file_change").with("changes", Json.array(list));
        return List.of(
                started(item.with("status", "in_progress")), completed(item.with("status", plainStatus(edit.state()))));
    }

    private Json.Obj mcp(McpCall call) {
        var failed = call.state().isOver()
                && call.state() != CallState.SUCCESS
                && call.result().isEmpty();
        return item(call.id(), "mcp_tool_call")
                .with("server", call.server())
                .with("tool", call.tool())
                .with("arguments", call.arguments().isEmpty() ? Json.object() : ServerItems.parsed(call.arguments()))
                .with("result", ServerItems.parsed(call.result()))
                .with("error", failed ? Json.object().with("message", call.text()) : NULL)
                .with("status", plainStatus(call.state()));
    }

    private Json.Obj agents(ItemView.AgentCall call) {
        var spelled = ServerAgents.of(call);
        return item(call.id(), "collab_tool_call")
                .with("tool", snake(spelled.text("tool")))
                .with("sender_thread_id", spelled.at("senderThreadId"))
                .with("receiver_thread_ids", spelled.at("receiverThreadIds"))
                .with("prompt", spelled.at("prompt"))
                .with("agents_states", states(spelled.at("agentsStates")))
                .with("status", plainStatus(call.state()));
    }

    private static Json states(Json states) {
        var spelled = Json.object();
        for (var entry : states.asFields().entrySet()) {
            var status = snake(entry.getValue().text("status"));
            spelled = spelled.with(
                    entry.getKey(),
                    Json.object()
                            .with("status", status)
                            .with("message", entry.getValue().at("message")));
        }
        return spelled;
    }

    private static String snake(String camel) {
        return camel.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(Locale.ROOT);
    }

    private List<Json.Obj> search(String id, Json action) {
        var item =
                item(id, "web_search").with("query", action.text("query", "")).with("action", action);
        return List.of(started(item), completed(item));
    }

    private Json.Obj plan(PlanView plan) {
        var steps = plan.steps().stream()
                .map(step -> Json.object()
                        .with("text", step.step())
                        .with("completed", Json.of(step.progress() == PlanStep.Progress.COMPLETED)))
                .toList();
        return Json.object().with("id", next()).with("type", "todo_list").with("items", Json.array(steps));
    }

    private List<Json.Obj> ended(Deliverable deliverable) {
        if (deliverable.outcome() == Outcome.CANCELED) return List.of();
        if (deliverable.outcome() == Outcome.SUCCESS)
            return List.of(event("turn.completed").with("usage", usage(usage)));
        var error = Json.object().with("message", deliverable.error());
        return List.of(
                event("error").with("message", deliverable.error()),
                event("turn.failed").with("error", error));
    }

    private static Json.Obj usage(Usage usage) {
        return Json.object()
                .with("input_tokens", usage.input())
                .with("cached_input_tokens", usage.cachedInput())
                .with("cache_write_input_tokens", usage.cacheWrite())
                .with("output_tokens", usage.output())
                .with("reasoning_output_tokens", usage.reasoning());
    }

    private Json.Obj item(String id, String type) {
        return Json.object().with("id", ids.computeIfAbsent(id, _ -> next())).with("type", type);
    }

    private String next() {
        return "item_" + items++;
    }

    private static Json.Obj event(String type) {
        return Json.object().with("type", type);
    }

    private static Json.Obj started(Json.Obj item) {
        return event("item.started").with("item", item);
    }

    private static Json.Obj completed(Json.Obj item) {
        return event("item.completed").with("item", item);
    }
}
