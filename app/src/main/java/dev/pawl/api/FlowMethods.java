package dev.pawl.api;

import dev.pawl.json.Json;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowStatus;
import dev.pawl.runner.WorkflowControl;
import dev.pawl.runner.WorkflowRun;
import dev.pawl.runner.folder.FlowPlace;
import dev.pawl.workflow.Intervention;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore.Committed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `pawl/flow/*`: the workflow of a thread, and what a person decides about it. What is asked is
/// kept first; the server goes on with it.
record FlowMethods(FlowBoard board) {
    private static final int TITLE = 80;

    void addTo(Map<String, ApiMethod> methods) {
        methods.put("pawl/flow/list", this::list);
        methods.put("pawl/flow/start", this::start);
        methods.put("pawl/flow/status", this::status);
        methods.put("pawl/flow/read", this::status);
        methods.put("pawl/flow/plan", this::plan);
        methods.put("pawl/flow/confirm", this::confirm);
        methods.put("pawl/flow/cancel", params -> {
            var place = place(params.only("threadId"));
            return goOn(place, control(place).cancel("cancelled by a person"));
        });
        methods.put("pawl/flow/modify", params -> {
            var place = place(params.only("threadId", "message"));
            return give(place, new WorkflowCommand.Modify(params.text("message")));
        });
        methods.put("pawl/flow/pause", this::pause);
        methods.put("pawl/flow/resume", this::resume);
        methods.put("pawl/flow/stop", simple(new WorkflowCommand.Stop("stopped by a person")));
        methods.put("pawl/flow/fix", this::fix);
        methods.put("pawl/flow/retry", simple(new WorkflowCommand.Intervene(Intervention.RETRY, "")));
        methods.put("pawl/flow/skip", simple(new WorkflowCommand.Intervene(Intervention.SKIP, "")));
        methods.put("pawl/flow/rollback", this::rollBack);
        methods.put("pawl/flow/abandon", this::abandon);
        methods.put("pawl/flow/decide", params -> {
            var place = place(params.only("threadId", "agreed"));
            if (params.json().at("agreed").isNull()) throw ApiError.of("agreed", "is missing");
            return give(place, new WorkflowCommand.DecideProtected(params.flag("agreed", false)));
        });
    }

    private Json list(ApiParams params) {
        params.only();
        var data = new ArrayList<Json>();
        for (var place : board.active()) {
            var site = place.site();
            var seen = site.store().read(site.workspace());
            data.add(FlowStatus.brief(
                            seen.flow(),
                            site.limits().strikes().most(),
                            seen.lease(),
                            site.words(),
                            site.turns().spent(seen.flow()))
                    .json()
                    .with("cwd", place.root().toString()));
        }
        return StatusMethods.list(data);
    }

    private Json start(ApiParams params) throws InterruptedException {
        params.only("cwd", "requirement", "quick");
        var wish = params.text("requirement");
        if (wish.isBlank()) throw ApiError.of("requirement", "is empty");
        var place = board.at(folder(params.text("cwd")));
        var flow = flow(place);
        if (flow.isActive()) throw ApiError.refused("a workflow is active in " + place.root() + ": " + flow.state());
        var title = wish.strip().lines().findFirst().orElse("");
        var made = board.open(place, "flow: " + (title.length() > TITLE ? title.substring(0, TITLE) + "…" : title));
        return give(
                place,
                new WorkflowCommand.Begin(
                        made.workflow(),
                        made.thread(),
                        wish,
                        params.flag("quick", false),
                        made.sandbox(),
                        made.approval()));
    }

    private static Path folder(String given) {
        try {
            var path = Path.of(given);
            if (!path.isAbsolute() || !Files.isDirectory(path)) throw ApiError.of("cwd", "is not a folder");
            return path;
        } catch (InvalidPathException notAPath) {
            throw ApiError.of("cwd", "is not a path");
        }
    }

    /// The same object as `pawl flow status --json`; of a thread without one, the empty one.
    private Json status(ApiParams params) throws InterruptedException {
        var id = params.only("threadId").thread("threadId");
        var place = board.of(id);
        if (place.isEmpty()) return Json.object().with("workflow_id", "").with("task_status", "IDLE");
        return FlowStatus.of(place.get().site()).json();
    }

    private Json plan(ApiParams params) {
        var place = place(params.only("threadId"));
        var flow = flow(place);
        try {
            var plan = place.folder().plan(flow.plan().path());
            if (plan.isEmpty()) throw ApiError.refused("the workflow has no plan yet");
            var before = place.folder().plan(flow, flow.plan().version() - 1);
            return Json.object()
                    .with("path", plan.get().path())
                    .with("markdown", plan.get().text())
                    .with("hash", plan.get().hash())
                    .with("version", flow.plan().version())
                    .with(
                            "previous",
                            before.<Json>map(old -> Json.of(old.text())).orElse(new Json.Null()))
                    .with("diff", place.folder().planDiff(flow));
        } catch (IOException unreadable) {
            throw ApiError.refused("the plan cannot be read: " + unreadable.getMessage());
        }
    }

    private Json confirm(ApiParams params) throws InterruptedException {
        var place = place(params.only("threadId", "hash", "hold"));
        try {
            return goOn(place, control(place).confirm(params.optionalText("hash"), !params.flag("hold", false)));
        } catch (IOException unreadable) {
            throw ApiError.refused("the plan cannot be read: " + unreadable.getMessage());
        }
    }

    private Json pause(ApiParams params) throws InterruptedException {
        var place = place(params.only("threadId", "now"));
        var control = control(place);
        var committed = control.give(new WorkflowCommand.Suspend("by a person"));
        if (committed instanceof Committed.Done && params.flag("now", false)) control.endTurn("the workflow is paused");
        return goOn(place, committed);
    }

    private Json resume(ApiParams params) throws InterruptedException {
        var place = place(params.only("threadId"));
        if (flow(place).isPaused()) return give(place, new WorkflowCommand.Proceed());
        board.goOn(place);
        return FlowStatus.of(place.site()).json();
    }

    private Json fix(ApiParams params) throws InterruptedException {
        var place = place(params.only("threadId", "message"));
        var words = params.optionalText("message").orElse("");
        var how = words.isBlank() ? Intervention.MANUAL_FIX : Intervention.GUIDANCE;
        return give(place, new WorkflowCommand.Intervene(how, words));
    }

    private Json abandon(ApiParams params) throws InterruptedException {
        var place = place(params.only("threadId"));
        var flow = flow(place);
        if (flow.state() == WorkflowState.EXECUTING && !flow.isPaused())
            control(place).give(new WorkflowCommand.Suspend("to be abandoned"));
        return give(place, new WorkflowCommand.Abandon("abandoned by a person"));
    }

    /// Shows what would go back, unless `dryRun` is false.
    private Json rollBack(ApiParams params) throws InterruptedException {
        var place = place(params.only("threadId", "dryRun", "base"));
        var flow = flow(place);
        var isAtWork = flow.state() == WorkflowState.EXECUTING || flow.state() == WorkflowState.AUTO_FIX;
        if (!isAtWork && flow.state() != WorkflowState.BLOCKED)
            return give(place, new WorkflowCommand.RollBack("", 0, List.of(), List.of(), ""));
        var mark =
                params.flag("base", false) ? flow.marks().base() : flow.marks().last();
        try {
            if (params.flag("dryRun", true)) {
                var preview = place.folder().preview(flow, mark);
                return Json.object()
                        .with("checkpoint", mark.id())
                        .with("files", Json.strings(preview.restored()))
                        .with("kept", Json.strings(preview.kept()))
                        .with("warning", preview.branchWarning())
                        .with("done", Json.of(false));
            }
            if (isAtWork) control(place).give(new WorkflowCommand.Stop("to be rolled back"));
            var run = new WorkflowRun(place.site(), FlowListener.NONE, board.runner());
            var done = run.rollBack(Optional.of(mark.id()))
                    .orElseThrow(() -> ApiError.refused("another process runs this workflow: stop it there first"));
            return goOn(place, done);
        } catch (IOException impossible) {
            throw ApiError.refused("the roll back was not done: " + impossible.getMessage());
        }
    }

    private ApiMethod simple(WorkflowCommand command) {
        return params -> give(place(params.only("threadId")), command);
    }

    private Json give(FlowPlace place, WorkflowCommand command) throws InterruptedException {
        return goOn(place, control(place).give(command));
    }

    private Json goOn(FlowPlace place, Committed committed) throws InterruptedException {
        if (committed instanceof Committed.Refused(var _, var refusal))
            throw ApiError.refused(refusal.why() + " (allowed now: " + String.join(", ", refusal.allowed()) + ")");
        board.goOn(place);
        return FlowStatus.of(place.site()).json();
    }

    private FlowPlace place(ApiParams params) {
        var id = params.thread("threadId");
        return board.of(id).orElseThrow(() -> ApiError.of("threadId", "thread " + id + " has no workflow here"));
    }

    private static Workflow flow(FlowPlace place) {
        return place.site().store().read(place.site().workspace()).flow();
    }

    private static WorkflowControl control(FlowPlace place) {
        return new WorkflowControl(place.site(), FlowListener.NONE);
    }
}
