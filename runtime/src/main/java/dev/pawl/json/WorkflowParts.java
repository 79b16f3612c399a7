package dev.pawl.json;

import dev.pawl.workflow.Mark;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.Plan;
import dev.pawl.workflow.plan.PlanTask;
import dev.pawl.workflow.plan.TaskId;
import java.time.Instant;
import java.util.List;

/// The values that entries of a workflow's journal share.
final class WorkflowParts {
    private WorkflowParts() {}

    static Json mark(Mark mark) {
        return Json.object()
                .with("id", mark.id())
                .with("reason", mark.reason())
                .with("tree", mark.tree())
                .with("undo", mark.undo())
                .with("at", mark.at().toString());
    }

    static Mark mark(Json json) {
        return new Mark(
                json.text("id"),
                json.text("reason"),
                json.text("tree"),
                json.number("undo"),
                Instant.parse(json.text("at")));
    }

    static Json results(List<CheckResult> results) {
        return Json.array(results.stream().map(WorkflowParts::result).toList());
    }

    static Json.Obj result(CheckResult result) {
        return Json.object()
                .with("check", result.check())
                .with("command", result.command())
                .with("ending", result.ending().name())
                .with("exit", result.exit())
                .with("millis", result.millis())
                .with("tree", result.tree())
                .with("log", result.log())
                .with("fingerprint", result.fingerprint())
                .with("excerpt", result.excerpt())
                .with("counts", Json.of(result.counts()));
    }

    static List<CheckResult> results(Json json) {
        return json.asList().stream()
                .map(one -> new CheckResult(
                        one.text("check"),
                        one.text("command"),
                        CheckResult.Ending.valueOf(one.text("ending")),
                        one.at("exit").asInt(),
                        one.number("millis"),
                        one.text("tree"),
                        one.text("log"),
                        one.text("fingerprint"),
                        one.text("excerpt"),
                        one.at("counts").asBool()))
                .toList();
    }

    static Json failure(TaskFailure failure) {
        return Json.object()
                .with("task", failure.task().value())
                .with("kind", failure.kind().name())
                .with("check", failure.check())
                .with("command", failure.command())
                .with("exit", failure.exit())
                .with("fingerprint", failure.fingerprint())
                .with("log", failure.log())
                .with("excerpt", failure.excerpt());
    }

    static TaskFailure failure(Json json) {
        return new TaskFailure(
                new TaskId(json.text("task")),
                TaskFailure.Kind.valueOf(json.text("kind")),
                json.text("check"),
                json.text("command"),
                json.at("exit").asInt(),
                json.text("fingerprint"),
                json.text("log"),
                json.text("excerpt"));
    }

    static Json plan(Plan plan) {
        return Json.object()
                .with("title", plan.title())
                .with("lines", plan.lines())
                .with(
                        "tasks",
                        Json.array(
                                plan.tasks().stream().map(WorkflowParts::task).toList()));
    }

    private static Json task(PlanTask task) {
        return Json.object()
                .with("id", task.id().value())
                .with("parallel", Json.of(task.parallel()))
                .with("title", task.title())
                .with(
                        "deps",
                        Json.strings(task.deps().stream().map(TaskId::value).toList()))
                .with("files", Json.strings(task.files()))
                .with("req", Json.strings(task.requirements()))
                .with("checks", Json.strings(task.checks()));
    }

    static Plan plan(Json json) {
        var tasks = json.list("tasks").stream()
                .map(task -> new PlanTask(
                        new TaskId(task.text("id")),
                        task.at("parallel").asBool(),
                        task.text("title"),
                        texts(task, "deps").stream().map(TaskId::new).toList(),
                        texts(task, "files"),
                        texts(task, "req"),
                        texts(task, "checks")))
                .toList();
        return new Plan(json.text("title"), tasks, json.at("lines").asInt());
    }

    private static List<String> texts(Json json, String name) {
        return json.list(name).stream().map(Json::asText).toList();
    }
}
