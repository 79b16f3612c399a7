package dev.pawl.exec;

import dev.pawl.card.Answer;
import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Usage;
import dev.pawl.cli.Console;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.CallId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Codex's exec events, one JSON object on each line. Items are numbered from 0 in each process.
final class JsonReporter implements Reporter {
    private final Console console;
    private final boolean withPlan;
    private final Map<CallId, String> ids = new HashMap<>();
    private final Map<CallId, Item.ToolCall> open = new LinkedHashMap<>();
    private final Set<CallId> outlived = new HashSet<>();
    private Usage usage = Usage.NONE;
    private int items;

    JsonReporter(Console console, boolean withPlan) {
        this.console = console;
        this.withPlan = withPlan;
    }

    @Override
    public void began(ChatThread thread) {
        print(event("thread.started").with("thread_id", thread.id().value()));
        print(event("turn.started"));
    }

    @Override
    public void event(LoggedEvent logged) {
        if (logged.event() instanceof Event.TokensCounted(var _, var total, var _)) usage = total;
        if (logged.event() instanceof Event.CallAnswered(var id, var answer)
                && answer == Answer.UNKNOWN
                && outlived.contains(id)) {
            var call = open.remove(id);
            if (call != null) unfinished(call, answer, "");
        }
        if (logged.event() instanceof Event.AnswerRetried(var attempt, var most, var reason)) {
            print(event("error").with("message", "Reconnecting... " + attempt + "/" + most + " (" + reason + ")"));
        }
    }

    @Override
    public void card(LoggedEvent logged, Card card) {
        if (card.item() instanceof Item.AgentMessage message) {
            print(completed(item("agent_message").with("text", message.text())));
        } else if (card.item() instanceof Item.Reasoning(var summary, var _) && !summary.isEmpty()) {
            print(completed(item("reasoning").with("text", summary)));
        } else if (card.item() instanceof Item.ToolCall call) {
            if (call.detail() instanceof Detail.Command(var command, var _)) {
                open.put(call.call(), call);
                print(event("item.started").with("item", command(id(call.call()), command, "", "in_progress")));
            } else if (call.detail() instanceof Detail.Mcp mcp) {
                open.put(call.call(), call);
                print(event("item.started").with("item", mcp(id(call.call()), mcp, "in_progress", "")));
            }
        } else if (card.item() instanceof Item.ToolResult result) result(result);
        else if (card.item() instanceof Item.Opaque(var type, var json)) opaque(type, json);
    }

    private void result(Item.ToolResult result) {
        var call = open.get(result.call());
        if (call != null && call.isOutlivedAt(result)) {
            outlived.add(call.call());
            return;
        }
        open.remove(result.call());
        if (result.detail() instanceof Detail.Ran ran) ran(result.call(), ran);
        else if (result.detail() instanceof Detail.Edits(var changes)) {
            var id = id(result.call());
            print(event("item.started").with("item", edits(id, changes, "in_progress")));
            print(completed(edits(id, changes, result.answer() == Answer.SUCCESS ? "completed" : "failed")));
        } else if (result.detail() instanceof Detail.Mcp mcp) {
            var status = result.answer() == Answer.SUCCESS ? "completed" : "failed";
            print(completed(mcp(id(result.call()), mcp, status, mcp.result().isEmpty() ? result.output() : "")));
        } else if (withPlan && result.detail() instanceof Detail.Plan plan) print(completed(plan(plan)));
        else if (call != null && result.answer() != Answer.CANCELED) unfinished(call, result.answer(), result.output());
    }

    /// The end of a command that outlived its call is the end of that call's item. One of an
    /// earlier turn was completed with it.
    private void ran(CallId call, Detail.Ran ran) {
        var started = ran.startedBy().orElse(call);
        if (ran.startedBy().isPresent() && open.remove(started) == null) return;
        var item = command(id(started), ran.command(), ran.output(), ran.exitCode() == 0 ? "completed" : "failed");
        print(completed(item.with("exit_code", ran.exitCode())));
    }

    /// A call that did not start, was declined, or whose end nobody saw.
    private void unfinished(Item.ToolCall call, Answer answer, String words) {
        var id = id(call.call());
        if (call.detail() instanceof Detail.Command(var command, var _)) {
            var status = answer == Answer.SUCCESS ? "completed" : answer == Answer.DECLINED ? "declined" : "failed";
            print(completed(command(id, command, words, status)));
        } else if (call.detail() instanceof Detail.Mcp mcp) {
            var isDone = answer == Answer.SUCCESS;
            print(completed(mcp(id, mcp, isDone ? "completed" : "failed", isDone ? "" : words)));
        }
    }

    /// What was started is completed with the turn. A command that outlived its call has no exit
    /// code. Of what a stop cut off Codex says nothing more.
    private void completeTheRest(Outcome outcome) {
        if (outcome == Outcome.CANCELED) return;
        for (var call : open.values()) {
            var wentOn = outcome == Outcome.SUCCESS && outlived.contains(call.call());
            var words = call.detail() instanceof Detail.Command ? "" : "the turn ended before the call did";
            unfinished(call, wentOn ? Answer.SUCCESS : Answer.CANCELED, words);
        }
        open.clear();
    }

    private void opaque(String type, String json) {
        if (!type.equals("web_search_call")) return;
        var call = Json.parse(json);
        var action = call.at("action");
        var query = action.at("query") instanceof Json.Str(var text) ? text : "";
        var item = item("web_search").with("query", query).with("action", action);
        print(event("item.started").with("item", item));
        print(completed(item));
    }

    @Override
    public void delivered(Item.Deliverable deliverable) {
        completeTheRest(deliverable.outcome());
        if (deliverable.outcome() == Outcome.SUCCESS) {
            print(event("turn.completed")
                    .with(
                            "usage",
                            Json.object()
                                    .with("input_tokens", usage.input())
                                    .with("cached_input_tokens", usage.cachedInput())
                                    .with("cache_write_input_tokens", usage.cacheWrite())
                                    .with("output_tokens", usage.output())
                                    .with("reasoning_output_tokens", usage.reasoning())));
        } else if (deliverable.outcome() != Outcome.CANCELED) {
            print(event("error").with("message", deliverable.error()));
            print(event("turn.failed").with("error", Json.object().with("message", deliverable.error())));
        }
    }

    private static Json.Obj command(String id, String command, String output, String status) {
        return Json.object()
                .with("id", id)
                .with("type", "command_execution")
                .with("command", command)
                .with("aggregated_output", output)
                .with("exit_code", new Json.Null())
                .with("status", status);
    }

    private static Json.Obj edits(String id, List<Detail.FileChange> changes, String status) {
        var list = changes.stream()
                .map(change -> Json.object()
                        .with("path", change.path())
                        .with("kind", change.kind().name().toLowerCase(Locale.ROOT)))
                .toList();
        return Json.object()
                .with("id", id)
                .with("type", "file_change")
                .with("changes", Json.array(list))
                .with("status", status);
    }

    private static Json.Obj mcp(String id, Detail.Mcp mcp, String status, String error) {
        return Json.object()
                .with("id", id)
                .with("type", "mcp_tool_call")
                .with("server", mcp.server())
                .with("tool", mcp.tool())
                .with("arguments", mcp.arguments().isEmpty() ? Json.object() : parsed(mcp.arguments()))
                .with("result", mcp.result().isEmpty() ? new Json.Null() : parsed(mcp.result()))
                .with("error", error.isEmpty() ? new Json.Null() : Json.object().with("message", error))
                .with("status", status);
    }

    private static Json parsed(String text) {
        try {
            return Json.parse(text);
        } catch (BadJson notJson) {
            return Json.of(text);
        }
    }

    private Json.Obj plan(Detail.Plan plan) {
        var steps = plan.steps().stream()
                .map(step -> Json.object()
                        .with("text", step.step())
                        .with("completed", new Json.Bool(step.progress() == Detail.PlanStep.Progress.COMPLETED)))
                .toList();
        return item("todo_list").with("items", Json.array(steps));
    }

    private String id(CallId call) {
        return ids.computeIfAbsent(call, _ -> "item_" + items++);
    }

    private Json.Obj item(String type) {
        return Json.object().with("id", "item_" + items++).with("type", type);
    }

    private static Json.Obj event(String type) {
        return Json.object().with("type", type);
    }

    private static Json.Obj completed(Json.Obj item) {
        return event("item.completed").with("item", item);
    }

    private void print(Json.Obj line) {
        console.line(line.write());
        console.flush();
    }
}
