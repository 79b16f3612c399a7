package dev.pawl.workflow;

import dev.pawl.workflow.Workflow.Consent;
import dev.pawl.workflow.Workflow.Marks;
import dev.pawl.workflow.Workflow.Memo;
import dev.pawl.workflow.Workflow.OpenTurn;
import dev.pawl.workflow.Workflow.Origin;
import dev.pawl.workflow.Workflow.Pause;
import dev.pawl.workflow.Workflow.PlanRef;
import dev.pawl.workflow.Workflow.Queue;
import dev.pawl.workflow.Workflow.Repair;
import dev.pawl.workflow.Workflow.Stage;
import dev.pawl.workflow.WorkflowChange.TurnClosed;
import dev.pawl.workflow.plan.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a change makes of a workflow. The state moves along the change's edge and in no other way.
public final class WorkflowFold {
    private static final int MOST_NOTES = 50;

    private Workflow flow;

    private WorkflowFold(Workflow flow) {
        this.flow = flow;
    }

    /// @throws IllegalStateException when the change's edge does not begin in the present state
    public static Workflow after(Workflow before, WorkflowChange change, Instant at) {
        var fold = new WorkflowFold(before);
        fold.apply(change, at);
        return fold.moved(before, change);
    }

    private Workflow moved(Workflow before, WorkflowChange change) {
        var edge = change.edge();
        if (edge.isPresent() && edge.get().from() != before.state()) {
            throw new IllegalStateException(edge.get() + " does not begin in " + before.state());
        }
        var state = edge.map(WorkflowEdge::to).orElse(before.state());
        return new Workflow(
                flow.id(),
                before.revision() + 1,
                state,
                flow.origin(),
                flow.plan(),
                flow.queue(),
                flow.repair(),
                flow.marks(),
                flow.turn(),
                flow.pause(),
                flow.memo());
    }

    private void apply(WorkflowChange change, Instant at) {
        switch (change) {
            case WorkflowChange.Begun begun -> begin(begun, at);
            case WorkflowChange.PlanRefused(var faults) -> refusePlan(faults);
            case WorkflowChange.Planned(var path, var hash, var version, var plan) -> {
                plan(new PlanRef(path, hash, "", version, plan.title(), plan.lines(), Consent.NONE));
                queue(Queue.of(plan.tasks()));
            }
            case WorkflowChange.PlanEdited(var hash, var plan) -> {
                var known = flow.plan();
                plan(new PlanRef(known.path(), hash, "", known.version(), plan.title(), plan.lines(), Consent.NONE));
                queue(Queue.of(plan.tasks()));
            }
            case WorkflowChange.Approved(var hash, var start) ->
                plan(flow.plan().with(start ? Consent.STARTING : Consent.HELD, hash));
            case WorkflowChange.BaselineTaken(var results, var mark, var head, var branch, var warned) -> {
                marks(new Marks(mark, mark, mark, head, branch, results));
                if (warned) plan(flow.plan().with(Consent.WARNED, flow.plan().approvedHash()));
            }
            case WorkflowChange.Confirmed(var hash) -> {
                plan(flow.plan().withHash(hash));
                queue(flow.queue().on(Optional.empty(), Stage.NONE));
                repair(Repair.NONE);
            }
            case WorkflowChange.Cancelled(var _, var _, var superseded) -> {
                if (!superseded) reset(FlowOutcome.CANCELLED, "");
            }
            case WorkflowChange.TaskStarted(var task, var mark) -> startTask(task, mark);
            case WorkflowChange.TurnOpened(var purpose, var letter, var after, var about) ->
                turn(Optional.of(new OpenTurn(purpose, letter, after, about, at)));
            case TurnClosed closed -> closeTurn(closed);
            case WorkflowChange.ChecksRan(var task, var results) ->
                flow.queue().find(task).ifPresent(one -> queue(flow.queue().replacing(one.checked(results))));
            case WorkflowChange.TaskClosed(var task, var status, var reason, var mark) ->
                closeTask(task, status, reason, mark);
            case WorkflowChange.ErrorFound(var failure) -> {
                repair(new Repair(0, flow.repair().failure(), false, "", BlockedReason.NONE, "", List.of(), false)
                        .failed(failure));
                queue(flow.queue().at(Stage.ATTEMPT_DUE));
            }
            case WorkflowChange.AttemptStarted(var task, var number, var mark) -> {
                flow.queue().find(task).ifPresent(one -> queue(flow.queue().replacing(one.attempted())));
                repair(flow.repair().attempt(number));
                marks(flow.marks().before(mark));
                queue(flow.queue().at(Stage.TURN_DUE));
            }
            case WorkflowChange.AttemptFailed(var failure) -> {
                repair(flow.repair().failed(failure));
                queue(flow.queue().at(Stage.ATTEMPT_DUE));
            }
            case WorkflowChange.ProtectedTouched(var files, var agreed) ->
                repair(flow.repair().touching(files, agreed));
            case WorkflowChange.Fixed _ -> repair(flow.repair().attempt(0));
            case WorkflowChange.GaveUp(var reason, var note) -> giveUp(reason, note);
            case WorkflowChange.Intervened(var how, var text) -> intervene(how, text);
            case WorkflowChange.RolledBack rolled -> reset(FlowOutcome.ROLLED_BACK, rolled.archive());
            case WorkflowChange.Finished(var outcome, var mark) -> {
                queue(flow.queue().on(Optional.empty(), Stage.NONE));
                repair(Repair.NONE);
                marks(flow.marks().verified(mark));
                pause(Optional.empty());
                memo(flow.memo().ended(outcome, ""));
            }
            case WorkflowChange.Archived(var path) -> reset(flow.memo().outcome(), path);
            case WorkflowChange.Paused(var reason) -> pause(Optional.of(new Pause(reason, at)));
            case WorkflowChange.Continued _ -> pause(Optional.empty());
            case WorkflowChange.Noted(var author, var text) -> note(author, text);
        }
    }

    private void begin(WorkflowChange.Begun begun, Instant at) {
        var kept = begun.kept();
        flow = new Workflow(
                begun.workflow(),
                flow.revision(),
                flow.state(),
                new Origin(
                        begun.thread(),
                        begun.requirement(),
                        begun.quick(),
                        begun.sandbox(),
                        begun.approval(),
                        kept ? flow.origin().at() : at),
                kept ? flow.plan().with(Consent.NONE, "") : PlanRef.NONE,
                (kept ? flow.queue() : Queue.EMPTY).on(Optional.empty(), Stage.TURN_DUE),
                Repair.NONE,
                Marks.NONE,
                kept ? flow.turn() : Optional.empty(),
                Optional.empty(),
                new Memo(
                        kept ? flow.memo().notes() : List.of(),
                        List.of(),
                        0,
                        begun.feedback(),
                        "",
                        FlowOutcome.NONE,
                        ""));
    }

    private void refusePlan(List<String> faults) {
        var memo = flow.memo();
        memo(new Memo(
                memo.notes(),
                faults,
                memo.rounds() + 1,
                memo.feedback(),
                memo.reply(),
                memo.outcome(),
                memo.archive()));
        queue(flow.queue().at(Stage.TURN_DUE));
    }

    private void startTask(TaskId task, Mark mark) {
        var queue = flow.queue();
        if (!task.isFinal()) {
            var found = queue.find(task);
            if (found.isPresent()) queue = queue.replacing(found.get().with(TaskStatus.IN_PROGRESS, ""));
        }
        queue(queue.on(Optional.of(task), task.isFinal() ? Stage.CHECK_DUE : Stage.TURN_DUE));
        repair(Repair.NONE);
        marks(flow.marks().before(mark));
    }

    private void closeTurn(TurnClosed closed) {
        var purpose = flow.turn().map(OpenTurn::purpose);
        turn(Optional.empty());
        if (purpose.isEmpty() || purpose.get().asksPerson()) return;
        memo(flow.memo().replied(closed.text()));
        var isWanted = switch (purpose.get()) {
            case PLAN -> flow.state() == WorkflowState.PLANNING;
            case TASK -> flow.state() == WorkflowState.EXECUTING;
            case FIX -> flow.state() == WorkflowState.AUTO_FIX;
            case ASK_CONFIRM, ASK_BLOCKED, ASK_PROTECTED -> false;
        };
        if (!isWanted) return;
        queue(flow.queue().at(closed.ending() == TurnClosed.Ending.DONE ? Stage.CHECK_DUE : Stage.TURN_DUE));
    }

    private void closeTask(TaskId task, TaskStatus status, String reason, Mark mark) {
        var found = flow.queue().find(task);
        if (found.isPresent()) queue(flow.queue().replacing(found.get().with(status, reason)));
        if (flow.queue().current().filter(task::equals).isPresent()) {
            queue(flow.queue().on(Optional.empty(), Stage.NONE));
            repair(Repair.NONE);
        }
        if (status == TaskStatus.DONE) marks(flow.marks().verified(mark));
    }

    private void giveUp(BlockedReason reason, String note) {
        repair(flow.repair().blocked(reason, note));
        queue(flow.queue().at(Stage.NONE));
        pause(Optional.empty());
        var task = flow.currentTask();
        if (task.isPresent() && !task.get().id().isFinal())
            queue(flow.queue().replacing(task.get().with(TaskStatus.BLOCKED, note)));
    }

    private void intervene(Intervention how, String text) {
        repair(flow.repair().guided(text));
        var task = flow.currentTask();
        if (task.isPresent() && !task.get().id().isFinal())
            queue(flow.queue().replacing(task.get().with(TaskStatus.IN_PROGRESS, "")));
        queue(
                switch (how) {
                    case GUIDANCE, RETRY -> flow.queue().at(Stage.TURN_DUE);
                    case MANUAL_FIX, SKIP -> flow.queue().at(Stage.CHECK_DUE);
                });
    }

    private void note(String author, String text) {
        var memo = flow.memo();
        var notes = new ArrayList<>(memo.notes());
        notes.add(author + ": " + text);
        var kept = notes.subList(Math.max(0, notes.size() - MOST_NOTES), notes.size());
        memo(new Memo(
                kept, memo.faults(), memo.rounds(), memo.feedback(), memo.reply(), memo.outcome(), memo.archive()));
    }

    /// Back to idle: what the last workflow came to is kept, and a turn that must still be ended.
    private void reset(FlowOutcome outcome, String archive) {
        flow = new Workflow(
                flow.id(),
                flow.revision(),
                flow.state(),
                flow.origin(),
                PlanRef.NONE,
                Queue.EMPTY,
                Repair.NONE,
                Marks.NONE,
                flow.turn(),
                Optional.empty(),
                Memo.EMPTY.ended(outcome, archive));
    }

    private void plan(PlanRef next) {
        flow = rebuilt(next, flow.queue(), flow.repair(), flow.marks(), flow.turn(), flow.pause(), flow.memo());
    }

    private void queue(Queue next) {
        flow = rebuilt(flow.plan(), next, flow.repair(), flow.marks(), flow.turn(), flow.pause(), flow.memo());
    }

    private void repair(Repair next) {
        flow = rebuilt(flow.plan(), flow.queue(), next, flow.marks(), flow.turn(), flow.pause(), flow.memo());
    }

    private void marks(Marks next) {
        flow = rebuilt(flow.plan(), flow.queue(), flow.repair(), next, flow.turn(), flow.pause(), flow.memo());
    }

    private void turn(Optional<OpenTurn> next) {
        flow = rebuilt(flow.plan(), flow.queue(), flow.repair(), flow.marks(), next, flow.pause(), flow.memo());
    }

    private void pause(Optional<Pause> next) {
        flow = rebuilt(flow.plan(), flow.queue(), flow.repair(), flow.marks(), flow.turn(), next, flow.memo());
    }

    private void memo(Memo next) {
        flow = rebuilt(flow.plan(), flow.queue(), flow.repair(), flow.marks(), flow.turn(), flow.pause(), next);
    }

    private Workflow rebuilt(
            PlanRef plan,
            Queue queue,
            Repair repair,
            Marks marks,
            Optional<OpenTurn> turn,
            Optional<Pause> pause,
            Memo memo) {
        return new Workflow(
                flow.id(), flow.revision(), flow.state(), flow.origin(), plan, queue, repair, marks, turn, pause, memo);
    }
}
