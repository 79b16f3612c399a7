package dev.pawl.codex;

import dev.pawl.card.Detail.PlanStep;
import dev.pawl.card.Usage;
import dev.pawl.event.Event;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.status.ChatState;
import dev.pawl.view.ItemView;
import dev.pawl.view.ItemView.CommandRun;
import dev.pawl.view.PlanView;
import dev.pawl.view.ThreadChange;
import dev.pawl.view.ThreadChange.Growth;
import dev.pawl.view.TokensView;
import dev.pawl.view.TurnView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// The changes of one thread as notifications of Codex's app-server, in Codex's order. Used by one
/// thread at a time: it remembers which status it told last.
public final class ServerNotifications {
    public static final String STATUS = "thread/status/changed";
    public static final String TURN_COMPLETED = "turn/completed";
    private static final Json NULL = Json.Null.NULL;

    private final ThreadId thread;
    private Json status;

    public record Notification(String method, Json params) {}

    /// @param state what clients know of the thread's status so far
    public ServerNotifications(ThreadId thread, ChatState state, Instant now) {
        this.thread = thread;
        this.status = ServerStatus.of(state, now);
    }

    public List<Notification> of(ThreadChange change) {
        return switch (change) {
            case ThreadChange.TurnBegan(var turn, var at) ->
                one("turn/started", ofThread().with("turn", ServerTurns.began(turn, at)));
            case ThreadChange.ItemBegan(var turn, var item, var at) ->
                item("item/started", turn, item, "startedAtMs", at);
            case ThreadChange.ItemCompleted(var turn, var item, var at) ->
                item("item/completed", turn, item, "completedAtMs", at);
            case ThreadChange.ItemGrew(var turn, var item, var growth, var delta) -> grew(turn, item, growth, delta);
            case ThreadChange.PlanChanged(var turn, var plan) -> one("turn/plan/updated", plan(turn, plan));
            case ThreadChange.DiffChanged(var turn, var diff) -> one("turn/diff/updated", of(turn).with("diff", diff));
            case ThreadChange.TokensCounted(var turn, var tokens) ->
                one("thread/tokenUsage/updated", of(turn).with("tokenUsage", usage(tokens)));
            case ThreadChange.QuestionSettled(var question, var _) ->
                one("serverRequest/resolved", ofThread().with("requestId", question.id()));
            case ThreadChange.Retrying(var turn, var attempt, var most, var reason) ->
                error(turn, ServerTurns.retried(attempt, most, reason), true);
            case ThreadChange.TurnFailed(var turn, var deliverable) ->
                error(turn, ServerTurns.error(deliverable), false);
            case ThreadChange.ServerChanged(var server, var state, var error) ->
                one("mcpServer/startupStatus/updated", server(server, state, error));
            case ThreadChange.Warned(var message) -> one("warning", ofThread().with("message", message));
            case ThreadChange.TurnsDropped _ -> one("thread/reverted", ofThread());
            case ThreadChange.StatusChanged(var state, var at) -> status(state, at);
            case ThreadChange.TurnEnded ended -> one(TURN_COMPLETED, ofThread().with("turn", turn(ended)));
            case ThreadChange.TurnQueued _,
                    ThreadChange.Steered _,
                    ThreadChange.TakenOver _,
                    ThreadChange.ItemUpdated _,
                    ThreadChange.QuestionAsked _,
                    ThreadChange.Compacted _ -> List.of();
        };
    }

    /// The status that was told last.
    public Json status() {
        return status;
    }

    private static List<Notification> one(String method, Json params) {
        return List.of(new Notification(method, params));
    }

    private Json.Obj ofThread() {
        return Json.object().with("threadId", thread.value());
    }

    private Json.Obj of(TurnId turn) {
        return ofThread().with("turnId", turn.value());
    }

    /// A command of the person's own is told while it runs, by what runs it: the card that follows
    /// is for the agent.
    private List<Notification> item(String method, TurnId turn, ItemView item, String time, Instant at) {
        if (item instanceof CommandRun run && run.caller() == CommandRun.Caller.USER) return List.of();
        return ServerItems.of(item)
                .map(json -> one(
                        method,
                        Json.object()
                                .with("item", json)
                                .with("threadId", thread.value())
                                .with("turnId", turn.value())
                                .with(time, at.toEpochMilli())))
                .orElse(List.of());
    }

    private List<Notification> grew(TurnId turn, String item, Growth growth, String delta) {
        var of = of(turn).with("itemId", item);
        return switch (growth) {
            case Growth.Text _ -> one("item/agentMessage/delta", of.with("delta", delta));
            case Growth.Output _ -> one("item/commandExecution/outputDelta", of.with("delta", delta));
            case Growth.Progress _ -> one("item/mcpToolCall/progress", of.with("message", delta));
            case Growth.Summary(var part, var begins) -> {
                var told = new ArrayList<Notification>();
                if (begins) told.addAll(one("item/reasoning/summaryPartAdded", of.with("summaryIndex", part)));
                var more = of.with("delta", delta).with("summaryIndex", part);
                told.addAll(one("item/reasoning/summaryTextDelta", more));
                yield told;
            }
        };
    }

    private List<Notification> status(ChatState state, Instant at) {
        var next = ServerStatus.of(state, at);
        if (next.equals(status)) return List.of();
        status = next;
        return one(STATUS, ofThread().with("status", next));
    }

    private List<Notification> error(TurnId turn, Json.Obj error, boolean willRetry) {
        return one("error", of(turn).with("error", error).with("willRetry", Json.of(willRetry)));
    }

    private Json.Obj server(String name, Event.ServerChanged.State state, String error) {
        return ofThread()
                .with("name", name)
                .with("status", state.name().toLowerCase(Locale.ROOT))
                .with("error", Json.orNull(error))
                .with("failureReason", NULL);
    }

    private static Json.Obj turn(ThreadChange.TurnEnded ended) {
        var items = ended.last().<List<ItemView>>map(List::of).orElse(List.of());
        var end = new TurnView.End(ended.deliverable(), ended.at());
        var view = new TurnView(ended.turn(), ended.since(), items, Optional.of(end));
        return ServerTurns.of(view, ServerTurns.Items.SUMMARY);
    }

    private Json plan(TurnId turn, PlanView plan) {
        var steps = plan.steps().stream()
                .map(step -> Json.object().with("step", step.step()).with("status", progress(step.progress())))
                .toList();
        return of(turn).with("explanation", Json.orNull(plan.explanation())).with("plan", Json.array(steps));
    }

    private static String progress(PlanStep.Progress progress) {
        return switch (progress) {
            case PENDING -> "pending";
            case IN_PROGRESS -> "inProgress";
            case COMPLETED -> "completed";
        };
    }

    private static Json usage(TokensView tokens) {
        return Json.object()
                .with("total", usage(tokens.total()))
                .with("last", usage(tokens.last()))
                .with("modelContextWindow", tokens.window() > 0 ? Json.of(tokens.window()) : NULL);
    }

    private static Json usage(Usage usage) {
        return Json.object()
                .with("totalTokens", usage.total())
                .with("inputTokens", usage.input())
                .with("cachedInputTokens", usage.cachedInput())
                .with("cacheWriteInputTokens", usage.cacheWrite())
                .with("outputTokens", usage.output())
                .with("reasoningOutputTokens", usage.reasoning());
    }
}
