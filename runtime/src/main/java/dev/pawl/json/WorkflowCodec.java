package dev.pawl.json;

import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.workflow.BlockedReason;
import dev.pawl.workflow.FlowOutcome;
import dev.pawl.workflow.Intervention;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.TaskStatus;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.WorkflowChange.TurnClosed;
import dev.pawl.workflow.WorkflowDecision;
import dev.pawl.workflow.WorkflowEdge;
import dev.pawl.workflow.WorkflowRows.Content;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;

/// A line of a workflow's journal as JSON. Fields nobody knows are skipped.
public final class WorkflowCodec {
    private static final String DECLINED = "declined";

    private WorkflowCodec() {}

    public static String type(Content content) {
        return switch (content) {
            case Content.Declined _ -> DECLINED;
            case Content.Changed(var change) -> type(change);
        };
    }

    public static String type(WorkflowChange change) {
        return switch (change) {
            case WorkflowChange.Begun _ -> "begun";
            case WorkflowChange.PlanRefused _ -> "plan_refused";
            case WorkflowChange.Planned _ -> "planned";
            case WorkflowChange.PlanEdited _ -> "plan_edited";
            case WorkflowChange.Approved _ -> "approved";
            case WorkflowChange.BaselineTaken _ -> "baseline_taken";
            case WorkflowChange.Confirmed _ -> "confirmed";
            case WorkflowChange.Cancelled _ -> "cancelled";
            case WorkflowChange.TaskStarted _ -> "task_started";
            case WorkflowChange.TurnOpened _ -> "turn_opened";
            case TurnClosed _ -> "turn_closed";
            case WorkflowChange.ChecksRan _ -> "checks_ran";
            case WorkflowChange.TaskClosed _ -> "task_closed";
            case WorkflowChange.ErrorFound _ -> "error_found";
            case WorkflowChange.AttemptStarted _ -> "attempt_started";
            case WorkflowChange.AttemptFailed _ -> "attempt_failed";
            case WorkflowChange.ProtectedTouched _ -> "protected_touched";
            case WorkflowChange.Fixed _ -> "fixed";
            case WorkflowChange.GaveUp _ -> "gave_up";
            case WorkflowChange.Intervened _ -> "intervened";
            case WorkflowChange.RolledBack _ -> "rolled_back";
            case WorkflowChange.Finished _ -> "finished";
            case WorkflowChange.Archived _ -> "archived";
            case WorkflowChange.Paused _ -> "paused";
            case WorkflowChange.Continued _ -> "continued";
            case WorkflowChange.Noted _ -> "noted";
        };
    }

    public static String write(Content content) {
        return switch (content) {
            case Content.Declined(var code, var why) ->
                Json.object().with("code", code.name()).with("why", why).write();
            case Content.Changed(var change) -> write(change).write();
        };
    }

    public static Json.Obj write(WorkflowChange change) {
        var json = Json.object();
        return switch (change) {
            case WorkflowChange.Begun(
                    var workflow,
                    var thread,
                    var requirement,
                    var quick,
                    var sandbox,
                    var approval,
                    var kept,
                    var feedback) ->
                json.with("workflow", workflow)
                        .with("thread", thread.value())
                        .with("requirement", requirement)
                        .with("quick", Json.of(quick))
                        .with("sandbox", sandbox)
                        .with("approval", approval)
                        .with("kept", Json.of(kept))
                        .with("feedback", feedback);
            case WorkflowChange.PlanRefused(var faults) -> json.with("faults", Json.strings(faults));
            case WorkflowChange.Planned(var path, var hash, var version, var plan) ->
                json.with("path", path)
                        .with("hash", hash)
                        .with("version", version)
                        .with("plan", WorkflowParts.plan(plan));
            case WorkflowChange.PlanEdited(var hash, var plan) ->
                json.with("hash", hash).with("plan", WorkflowParts.plan(plan));
            case WorkflowChange.Approved(var hash, var start) ->
                json.with("hash", hash).with("start", Json.of(start));
            case WorkflowChange.BaselineTaken(var results, var mark, var head, var branch, var warned) ->
                json.with("results", WorkflowParts.results(results))
                        .with("mark", WorkflowParts.mark(mark))
                        .with("head", head)
                        .with("branch", branch)
                        .with("warned", Json.of(warned));
            case WorkflowChange.Confirmed(var hash) -> json.with("hash", hash);
            case WorkflowChange.Cancelled(var way, var reason, var superseded) ->
                json.with("way", way.name()).with("reason", reason).with("superseded", Json.of(superseded));
            case WorkflowChange.TaskStarted(var task, var mark) ->
                json.with("task", task.value()).with("mark", WorkflowParts.mark(mark));
            case WorkflowChange.TurnOpened(var purpose, var letter, var after, var about) ->
                json.with("purpose", purpose.name())
                        .with("letter", letter.value())
                        .with("after", after)
                        .with("about", about);
            case TurnClosed(var letter, var ending, var text) ->
                json.with("letter", letter.value())
                        .with("ending", ending.name())
                        .with("text", text);
            case WorkflowChange.ChecksRan(var task, var results) ->
                json.with("task", task.value()).with("results", WorkflowParts.results(results));
            case WorkflowChange.TaskClosed(var task, var status, var reason, var mark) ->
                json.with("task", task.value())
                        .with("status", status.name())
                        .with("reason", reason)
                        .with("mark", WorkflowParts.mark(mark));
            case WorkflowChange.ErrorFound(var failure) -> json.with("failure", WorkflowParts.failure(failure));
            case WorkflowChange.AttemptStarted(var task, var number, var mark) ->
                json.with("task", task.value()).with("number", number).with("mark", WorkflowParts.mark(mark));
            case WorkflowChange.AttemptFailed(var failure) -> json.with("failure", WorkflowParts.failure(failure));
            case WorkflowChange.ProtectedTouched(var files, var agreed) ->
                json.with("files", Json.strings(files)).with("agreed", Json.of(agreed));
            case WorkflowChange.Fixed(var task) -> json.with("task", task.value());
            case WorkflowChange.GaveUp(var reason, var note) ->
                json.with("reason", reason.name()).with("note", note);
            case WorkflowChange.Intervened(var how, var text) ->
                json.with("how", how.name()).with("text", text);
            case WorkflowChange.RolledBack(var target, var undo, var restored, var kept, var archive) ->
                json.with("target", target)
                        .with("undo", undo)
                        .with("restored", Json.strings(restored))
                        .with("kept", Json.strings(kept))
                        .with("archive", archive);
            case WorkflowChange.Finished(var outcome, var mark) ->
                json.with("outcome", outcome.name()).with("mark", WorkflowParts.mark(mark));
            case WorkflowChange.Archived(var path) -> json.with("path", path);
            case WorkflowChange.Paused(var reason) -> json.with("reason", reason);
            case WorkflowChange.Continued _ -> json;
            case WorkflowChange.Noted(var author, var text) ->
                json.with("author", author).with("text", text);
        };
    }

    public static Content read(String type, String text) {
        var json = Json.parse(text);
        if (type.equals(DECLINED))
            return new Content.Declined(WorkflowDecision.Code.valueOf(json.text("code")), json.text("why"));
        return new Content.Changed(change(type, json));
    }

    private static WorkflowChange change(String type, Json json) {
        return switch (type) {
            case "begun" ->
                new WorkflowChange.Begun(
                        json.text("workflow"),
                        new ThreadId(json.text("thread")),
                        json.text("requirement"),
                        json.at("quick").asBool(),
                        json.text("sandbox"),
                        json.text("approval"),
                        json.at("kept").asBool(),
                        json.text("feedback"));
            case "plan_refused" -> new WorkflowChange.PlanRefused(strings(json, "faults"));
            case "planned" ->
                new WorkflowChange.Planned(
                        json.text("path"),
                        json.text("hash"),
                        json.at("version").asInt(),
                        WorkflowParts.plan(json.at("plan")));
            case "plan_edited" -> new WorkflowChange.PlanEdited(json.text("hash"), WorkflowParts.plan(json.at("plan")));
            case "approved" ->
                new WorkflowChange.Approved(json.text("hash"), json.at("start").asBool());
            case "baseline_taken" ->
                new WorkflowChange.BaselineTaken(
                        WorkflowParts.results(json.at("results")),
                        WorkflowParts.mark(json.at("mark")),
                        json.text("head"),
                        json.text("branch"),
                        json.at("warned").asBool());
            case "confirmed" -> new WorkflowChange.Confirmed(json.text("hash"));
            case "cancelled" ->
                new WorkflowChange.Cancelled(
                        WorkflowEdge.valueOf(json.text("way")),
                        json.text("reason"),
                        json.at("superseded").asBool());
            case "task_started" -> new WorkflowChange.TaskStarted(task(json), WorkflowParts.mark(json.at("mark")));
            case "turn_opened" ->
                new WorkflowChange.TurnOpened(
                        Purpose.valueOf(json.text("purpose")),
                        new LetterId(json.text("letter")),
                        json.number("after"),
                        json.text("about"));
            case "turn_closed" ->
                new TurnClosed(
                        new LetterId(json.text("letter")),
                        TurnClosed.Ending.valueOf(json.text("ending")),
                        json.text("text"));
            case "checks_ran" -> new WorkflowChange.ChecksRan(task(json), WorkflowParts.results(json.at("results")));
            case "task_closed" ->
                new WorkflowChange.TaskClosed(
                        task(json),
                        TaskStatus.valueOf(json.text("status")),
                        json.text("reason"),
                        WorkflowParts.mark(json.at("mark")));
            case "error_found" -> new WorkflowChange.ErrorFound(WorkflowParts.failure(json.at("failure")));
            case "attempt_started" ->
                new WorkflowChange.AttemptStarted(
                        task(json), json.at("number").asInt(), WorkflowParts.mark(json.at("mark")));
            case "attempt_failed" -> new WorkflowChange.AttemptFailed(WorkflowParts.failure(json.at("failure")));
            case "protected_touched" ->
                new WorkflowChange.ProtectedTouched(
                        strings(json, "files"), json.at("agreed").asBool());
            case "fixed" -> new WorkflowChange.Fixed(task(json));
            case "gave_up" -> new WorkflowChange.GaveUp(BlockedReason.valueOf(json.text("reason")), json.text("note"));
            case "intervened" ->
                new WorkflowChange.Intervened(Intervention.valueOf(json.text("how")), json.text("text"));
            case "rolled_back" ->
                new WorkflowChange.RolledBack(
                        json.text("target"),
                        json.number("undo"),
                        strings(json, "restored"),
                        strings(json, "kept"),
                        json.text("archive"));
            case "finished" ->
                new WorkflowChange.Finished(
                        FlowOutcome.valueOf(json.text("outcome")), WorkflowParts.mark(json.at("mark")));
            case "archived" -> new WorkflowChange.Archived(json.text("path"));
            case "paused" -> new WorkflowChange.Paused(json.text("reason"));
            case "continued" -> new WorkflowChange.Continued();
            case "noted" -> new WorkflowChange.Noted(json.text("author"), json.text("text"));
            default -> throw new BadJson("unknown entry of a workflow's journal: " + type);
        };
    }

    private static TaskId task(Json json) {
        return new TaskId(json.text("task"));
    }

    private static List<String> strings(Json json, String name) {
        return json.list(name).stream().map(Json::asText).toList();
    }
}
