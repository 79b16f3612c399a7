package dev.pawl.workflow;

import static dev.pawl.workflow.WorkflowDecision.accept;

import dev.pawl.workflow.Workflow.Consent;
import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import dev.pawl.workflow.WorkflowDecision.Code;
import dev.pawl.workflow.WorkflowDecision.Refused;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.PlanFault;
import dev.pawl.workflow.plan.PlanText;
import dev.pawl.workflow.plan.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Whether a command is legal now, and which changes it makes. Illegal commands change nothing.
///
/// Pause, modify, stop, skip, abandon and roll back have no edge of their own: they are made of the
/// twelve there are.
public final class WorkflowRules {
    private final Workflow flow;
    private final FlowLimits limits;

    private WorkflowRules(Workflow flow, FlowLimits limits) {
        this.flow = flow;
        this.limits = limits;
    }

    public static WorkflowDecision decide(Workflow flow, WorkflowCommand command, FlowLimits limits) {
        return new WorkflowRules(flow, limits).decide(command);
    }

    private WorkflowDecision decide(WorkflowCommand command) {
        var trigger = command.trigger();
        if (trigger.isPresent()
                && WorkflowMachine.edge(flow.state(), trigger.get()).isEmpty()) {
            return illegal(trigger.get().name());
        }
        return switch (command) {
            case WorkflowCommand.Begin begin -> begin(begin);
            case WorkflowCommand.OfferPlan offer -> offer(offer);
            case WorkflowCommand.RefusePlan(var faults) -> refusePlan(faults);
            case WorkflowCommand.NoticeEdit(var hash, var reading) -> noticeEdit(hash, reading);
            case WorkflowCommand.Approve(var hash, var start) -> approve(hash, start);
            case WorkflowCommand.Baseline baseline -> baseline(baseline);
            case WorkflowCommand.Modify(var feedback) -> modify(feedback);
            case WorkflowCommand.Cancel(var reason) -> accept(cancelled(reason, false));
            case WorkflowCommand.Suspend(var reason) -> suspend(reason);
            case WorkflowCommand.Proceed _ -> proceed();
            case WorkflowCommand.Stop(var reason) -> stop(reason);
            case WorkflowCommand.Intervene(var how, var text) -> intervene(how, text);
            case WorkflowCommand.RollBack(var target, var undo, var restored, var kept, var archive) ->
                accept(new WorkflowChange.RolledBack(target, undo, restored, kept, archive));
            case WorkflowCommand.Abandon(var reason) -> abandon(reason);
            case WorkflowCommand.DecideProtected(var agreed) -> decideProtected(agreed);
            case WorkflowCommand.Note(var author, var text) ->
                flow.isActive() ? accept(new WorkflowChange.Noted(author, text)) : guard("there is no active workflow");
            case WorkflowCommand.OpenTurn(var purpose, var letter, var after) ->
                flow.turn().isPresent()
                        ? guard("a turn is open already")
                        : accept(new WorkflowChange.TurnOpened(purpose, letter, after, flow.topic(purpose)));
            case WorkflowCommand.CloseTurn close -> closeTurn(close);
            case WorkflowCommand.StartTask(var task, var mark) -> startTask(task, mark);
            case WorkflowCommand.SkipDependant(var task, var reason) -> skipDependant(task, reason);
            case WorkflowCommand.RecordChecks(var task, var results, var mark) -> checks(task, results, mark);
            case WorkflowCommand.FindError(var failure) -> findError(failure);
            case WorkflowCommand.StartAttempt(var mark) -> startAttempt(mark);
            case WorkflowCommand.TouchProtected(var files) ->
                flow.state() == WorkflowState.AUTO_FIX
                        ? accept(new WorkflowChange.ProtectedTouched(files, false))
                        : illegal("touch protected files");
            case WorkflowCommand.ReportFixed(var mark) -> fixed(List.of(), mark);
            case WorkflowCommand.GiveUp(var reason, var note) -> giveUp(reason, note);
            case WorkflowCommand.Finish(var mark) -> finish(mark);
            case WorkflowCommand.CompleteArchive(var path) ->
                path.isBlank() ? guard("no archive was written") : accept(new WorkflowChange.Archived(path));
        };
    }

    private WorkflowDecision begin(WorkflowCommand.Begin begin) {
        if (begin.requirement().isBlank()) return guard("the requirement is empty");
        if (flow.turn().isPresent()) return guard("the last turn of the workflow before is still being ended");
        return accept(new WorkflowChange.Begun(
                begin.workflow(),
                begin.thread(),
                begin.requirement().strip(),
                begin.quick(),
                begin.sandbox(),
                begin.approval(),
                false,
                ""));
    }

    private WorkflowDecision offer(WorkflowCommand.OfferPlan offer) {
        if (flow.isPaused()) return guard("the workflow is paused");
        if (!offer.reading().isSound()) return guard(words(offer.reading().faults()));
        return accept(new WorkflowChange.Planned(
                offer.path(),
                offer.hash(),
                flow.plan().version() + 1,
                offer.reading().plan()));
    }

    private WorkflowDecision refusePlan(List<String> faults) {
        if (flow.state() != WorkflowState.PLANNING) return illegal("refuse a plan");
        var refused = new WorkflowChange.PlanRefused(faults);
        if (flow.memo().rounds() + 1 < limits.planRounds()) return accept(refused);
        return accept(refused, new WorkflowChange.Paused("the plan still has faults: " + String.join("; ", faults)));
    }

    private WorkflowDecision noticeEdit(String hash, PlanText.Reading reading) {
        if (flow.state() != WorkflowState.CONFIRMING) return illegal("edit the plan");
        if (!reading.isSound()) return guard(words(reading.faults()));
        return accept(new WorkflowChange.PlanEdited(hash, reading.plan()));
    }

    private static String words(List<PlanFault> faults) {
        return String.join("; ", faults.stream().map(PlanFault::words).toList());
    }

    private WorkflowDecision approve(String hash, boolean start) {
        if (!hash.equals(flow.plan().hash())) {
            return new Refused(
                    Code.PLAN_CHANGED,
                    flow.state(),
                    FlowCommands.allowed(flow),
                    "the plan changed after it was shown: read it again, then confirm");
        }
        if (flow.plan().consent() == Consent.STARTING) return guard("the plan is confirmed and is being started");
        var approved = new WorkflowChange.Approved(hash, start);
        var isSecondYes = start
                && flow.plan().consent() == Consent.WARNED
                && !flow.marks().base().isNone();
        return isSecondYes ? accept(approved, new WorkflowChange.Confirmed(hash)) : accept(approved);
    }

    private WorkflowDecision baseline(WorkflowCommand.Baseline taken) {
        if (flow.plan().consent() != Consent.STARTING) return guard("nobody confirmed the plan");
        if (taken.mark().isNone()) return guard("there is no base checkpoint");
        var warned = taken.results().stream().anyMatch(CheckResult::isFailure);
        var change =
                new WorkflowChange.BaselineTaken(taken.results(), taken.mark(), taken.head(), taken.branch(), warned);
        return warned ? accept(change) : accept(change, new WorkflowChange.Confirmed(taken.hash()));
    }

    private WorkflowDecision modify(String feedback) {
        if (flow.state() != WorkflowState.CONFIRMING) return illegal("modify");
        if (feedback.isBlank()) return guard("say what to change");
        var origin = flow.origin();
        return accept(
                cancelled("modify", true),
                new WorkflowChange.Begun(
                        flow.id(),
                        origin.thread(),
                        origin.requirement(),
                        origin.quick(),
                        origin.sandbox(),
                        origin.approval(),
                        true,
                        feedback.strip()));
    }

    private WorkflowChange.Cancelled cancelled(String reason, boolean superseded) {
        var way = flow.state() == WorkflowState.PLANNING ? WorkflowEdge.T05 : WorkflowEdge.T04;
        return new WorkflowChange.Cancelled(way, reason, superseded);
    }

    private WorkflowDecision suspend(String reason) {
        return switch (flow.state()) {
            case PLANNING, EXECUTING, AUTO_FIX ->
                flow.isPaused() ? guard("it is paused already") : accept(new WorkflowChange.Paused(reason));
            case IDLE, CONFIRMING, BLOCKED, ARCHIVING -> illegal("pause");
        };
    }

    private WorkflowDecision proceed() {
        return flow.isPaused() ? accept(new WorkflowChange.Continued()) : guard("it is not paused");
    }

    private WorkflowDecision stop(String reason) {
        var stopped = new WorkflowChange.GaveUp(BlockedReason.FORCED, reason);
        return switch (flow.state()) {
            case AUTO_FIX -> accept(stopped);
            case EXECUTING ->
                accept(
                        new WorkflowChange.ErrorFound(TaskFailure.of(
                                flow.queue().current().orElse(TaskId.FINAL), TaskFailure.Kind.USER_STOP, reason)),
                        stopped);
            case IDLE, PLANNING, CONFIRMING, BLOCKED, ARCHIVING -> illegal("stop");
        };
    }

    private WorkflowDecision intervene(Intervention how, String text) {
        if (how == Intervention.GUIDANCE && text.isBlank()) return guard("guidance needs words");
        var changes = new ArrayList<WorkflowChange>();
        changes.add(new WorkflowChange.Intervened(how, text.strip()));
        if (how == Intervention.SKIP) changes.addAll(skipped(text.isBlank() ? "skipped by a person" : text.strip()));
        return new WorkflowDecision.Accepted(changes);
    }

    /// The task in hand is skipped; skipping the final checks ends the workflow.
    private List<WorkflowChange> skipped(String reason) {
        var task = flow.queue().current();
        if (task.isEmpty()) return List.of();
        if (task.get().isFinal()) return List.of(new WorkflowChange.Finished(FlowOutcome.PARTIAL, Mark.NONE));
        return List.of(new WorkflowChange.TaskClosed(task.get(), TaskStatus.SKIPPED, reason, Mark.NONE));
    }

    private WorkflowDecision abandon(String reason) {
        var isLegal =
                flow.state() == WorkflowState.BLOCKED || (flow.state() == WorkflowState.EXECUTING && flow.isPaused());
        if (!isLegal) {
            return flow.state() == WorkflowState.EXECUTING ? guard("pause the workflow first") : illegal("abandon");
        }
        var changes = new ArrayList<WorkflowChange>();
        if (flow.state() == WorkflowState.BLOCKED)
            changes.add(new WorkflowChange.Intervened(Intervention.SKIP, reason));
        for (var task : flow.queue().tasks()) {
            if (!task.status().isOver())
                changes.add(new WorkflowChange.TaskClosed(task.id(), TaskStatus.SKIPPED, "abandoned", Mark.NONE));
        }
        changes.add(new WorkflowChange.Finished(FlowOutcome.ABANDONED, Mark.NONE));
        return new WorkflowDecision.Accepted(changes);
    }

    private WorkflowDecision decideProtected(boolean agreed) {
        if (flow.state() != WorkflowState.AUTO_FIX
                || flow.repair().protectedFiles().isEmpty()) return illegal("decide about protected files");
        var files = flow.repair().protectedFiles();
        if (agreed) return accept(new WorkflowChange.ProtectedTouched(files, true));
        return accept(new WorkflowChange.GaveUp(
                BlockedReason.TAMPERING, "the fix touched " + String.join(", ", files) + ", which was declined"));
    }

    private WorkflowDecision closeTurn(WorkflowCommand.CloseTurn close) {
        var open = flow.turn().filter(turn -> turn.letter().equals(close.letter()));
        if (open.isEmpty()) return guard("this turn is not open");
        var closed = new WorkflowChange.TurnClosed(close.letter(), close.ending(), close.text());
        if (open.get().purpose().asksPerson() || !isAtWork() || flow.isPaused()) return accept(closed);
        return switch (close.ending()) {
            case DONE -> cannot(open.get().purpose(), close.text(), closed);
            case UNREACHABLE, STOPPED -> accept(closed, new WorkflowChange.Paused(close.text()));
            case FAILED, TIMED_OUT -> brokenTurn(open.get().purpose(), close, closed);
        };
    }

    private boolean isAtWork() {
        return switch (flow.state()) {
            case PLANNING, EXECUTING, AUTO_FIX -> true;
            case IDLE, CONFIRMING, BLOCKED, ARCHIVING -> false;
        };
    }

    /// A task may end with "cannot": then no attempt is made, a person decides.
    private WorkflowDecision cannot(Purpose purpose, String text, WorkflowChange closed) {
        var reason = purpose == Purpose.PLAN ? Optional.<String>empty() : CannotWords.reason(text);
        if (reason.isEmpty()) return accept(closed);
        var gaveUp = new WorkflowChange.GaveUp(BlockedReason.CANNOT, reason.get());
        if (flow.state() == WorkflowState.AUTO_FIX) return accept(closed, gaveUp);
        var failure =
                TaskFailure.of(flow.queue().current().orElse(TaskId.FINAL), TaskFailure.Kind.CANNOT, reason.get());
        return accept(closed, new WorkflowChange.ErrorFound(failure), gaveUp);
    }

    private WorkflowDecision brokenTurn(Purpose purpose, WorkflowCommand.CloseTurn close, WorkflowChange closed) {
        if (purpose == Purpose.PLAN) return accept(closed, new WorkflowChange.Paused(close.text()));
        var kind = close.ending() == Ending.TIMED_OUT ? TaskFailure.Kind.TIMEOUT : TaskFailure.Kind.AGENT_ERROR;
        var failure = TaskFailure.of(flow.queue().current().orElse(TaskId.FINAL), kind, close.text());
        if (flow.state() == WorkflowState.EXECUTING) return accept(closed, new WorkflowChange.ErrorFound(failure));
        return new WorkflowDecision.Accepted(struck(List.of(closed), failure));
    }

    private WorkflowDecision startTask(TaskId task, Mark mark) {
        if (flow.state() != WorkflowState.EXECUTING) return illegal("start a task");
        if (flow.isPaused()) return guard("the workflow is paused");
        if (flow.queue().current().isPresent()) return guard("a task is in progress");
        if (flow.queue().find(task).isEmpty()) return guard("no such task: " + task);
        return accept(new WorkflowChange.TaskStarted(task, mark));
    }

    private WorkflowDecision skipDependant(TaskId task, String reason) {
        if (flow.state() != WorkflowState.EXECUTING) return illegal("skip a task");
        var isPending = flow.queue()
                .find(task)
                .filter(one -> one.status() == TaskStatus.PENDING)
                .isPresent();
        if (flow.isPaused() || !isPending) return guard("it is paused, or " + task + " is not pending");
        return accept(new WorkflowChange.TaskClosed(task, TaskStatus.SKIPPED, reason, Mark.NONE));
    }

    private WorkflowDecision checks(TaskId task, List<CheckResult> results, Mark mark) {
        if (flow.queue().current().filter(task::equals).isEmpty()) return guard(task + " is not the task in hand");
        var ran = new WorkflowChange.ChecksRan(task, results);
        // While paused a failure is recorded; it fires when the checks run again after the pause.
        if (flow.isPaused()) return accept(ran);
        var failed = results.stream().filter(CheckResult::isFailure).findFirst();
        if (flow.state() == WorkflowState.AUTO_FIX) {
            if (failed.isEmpty()) return fixed(List.of(ran), mark);
            return new WorkflowDecision.Accepted(struck(List.of(ran), TaskFailure.of(task, failed.get())));
        }
        if (flow.state() != WorkflowState.EXECUTING) return illegal("record checks");
        if (failed.isEmpty()) return accept(ran, done(task, mark));
        var failure = TaskFailure.of(task, failed.get());
        var found = new WorkflowChange.ErrorFound(failure);
        if (failure.kind() == TaskFailure.Kind.ENVIRONMENT)
            return accept(ran, found, new WorkflowChange.GaveUp(BlockedReason.ENVIRONMENT, failure.excerpt()));
        var spent = flow.queue().find(task).map(TaskProgress::attempts).orElse(0);
        if (limits.strikes().after(0, spent) == BlockedReason.BUDGET)
            return accept(ran, found, new WorkflowChange.GaveUp(BlockedReason.BUDGET, failure.excerpt()));
        return accept(ran, found);
    }

    private WorkflowChange done(TaskId task, Mark mark) {
        if (task.isFinal()) return new WorkflowChange.Finished(outcome(), mark);
        return new WorkflowChange.TaskClosed(task, TaskStatus.DONE, "", mark);
    }

    private FlowOutcome outcome() {
        var tasks = flow.queue().tasks();
        if (tasks.stream().noneMatch(one -> one.status() == TaskStatus.DONE)) return FlowOutcome.ABANDONED;
        return tasks.stream().allMatch(one -> one.status() == TaskStatus.DONE)
                ? FlowOutcome.COMPLETED
                : FlowOutcome.PARTIAL;
    }

    /// A failed attempt: the next one, or a person.
    private List<WorkflowChange> struck(List<WorkflowChange> before, TaskFailure failure) {
        var changes = new ArrayList<>(before);
        changes.add(new WorkflowChange.AttemptFailed(failure));
        var total =
                flow.queue().find(failure.task()).map(TaskProgress::attempts).orElse(0);
        var reason = failure.kind() == TaskFailure.Kind.ENVIRONMENT
                ? BlockedReason.ENVIRONMENT
                : limits.strikes().after(flow.repair().attempts(), total);
        if (reason != BlockedReason.NONE) changes.add(new WorkflowChange.GaveUp(reason, failure.excerpt()));
        return changes;
    }

    private WorkflowDecision fixed(List<WorkflowChange> before, Mark mark) {
        if (flow.isPaused()) return guard("the workflow is paused");
        if (!flow.repair().protectedFiles().isEmpty() && !flow.repair().protectedAgreed())
            return guard("protected files were touched, and a person must agree first");
        var task = flow.queue().current();
        if (task.isEmpty()) return guard("no task is in hand");
        var changes = new ArrayList<>(before);
        changes.add(new WorkflowChange.Fixed(task.get()));
        changes.add(done(task.get(), mark));
        return new WorkflowDecision.Accepted(changes);
    }

    private WorkflowDecision findError(TaskFailure failure) {
        if (flow.isPaused() && failure.kind() != TaskFailure.Kind.USER_STOP) return guard("the workflow is paused");
        var found = new WorkflowChange.ErrorFound(failure);
        return switch (failure.kind()) {
            case ENVIRONMENT -> accept(found, new WorkflowChange.GaveUp(BlockedReason.ENVIRONMENT, failure.excerpt()));
            case CANNOT -> accept(found, new WorkflowChange.GaveUp(BlockedReason.CANNOT, failure.excerpt()));
            case USER_STOP -> accept(found, new WorkflowChange.GaveUp(BlockedReason.FORCED, failure.excerpt()));
            case DEPENDENCY ->
                accept(
                        new WorkflowChange.TaskStarted(failure.task(), Mark.NONE),
                        found,
                        new WorkflowChange.GaveUp(BlockedReason.DEPENDENCY, failure.excerpt()));
            case VERIFICATION_FAILED, TIMEOUT, AGENT_ERROR -> accept(found);
        };
    }

    private WorkflowDecision startAttempt(Mark mark) {
        if (flow.state() != WorkflowState.AUTO_FIX) return illegal("start an attempt");
        if (flow.isPaused()) return guard("the workflow is paused");
        var task = flow.queue().current();
        if (task.isEmpty() || flow.queue().stage() != Workflow.Stage.ATTEMPT_DUE) return guard("no attempt is due");
        var total = flow.queue().find(task.get()).map(TaskProgress::attempts).orElse(0);
        var reason = limits.strikes().after(flow.repair().attempts(), total);
        if (reason != BlockedReason.NONE) return accept(new WorkflowChange.GaveUp(reason, "no attempt is left"));
        return accept(
                new WorkflowChange.AttemptStarted(task.get(), flow.repair().attempts() + 1, mark));
    }

    private WorkflowDecision giveUp(BlockedReason reason, String note) {
        if (reason == BlockedReason.NONE) return guard("a reason is needed");
        if (reason == BlockedReason.MAX_ATTEMPTS
                && flow.repair().attempts() < limits.strikes().most()) return guard("attempts are left");
        return accept(new WorkflowChange.GaveUp(reason, note));
    }

    private WorkflowDecision finish(Mark mark) {
        if (flow.isPaused()) return guard("the workflow is paused");
        if (!flow.queue().isOver()) return guard("some tasks are not done");
        return accept(new WorkflowChange.Finished(outcome(), mark));
    }

    private Refused illegal(String what) {
        return new Refused(
                Code.ILLEGAL_TRANSITION,
                flow.state(),
                FlowCommands.allowed(flow),
                what + " is not possible in " + flow.state());
    }

    private Refused guard(String why) {
        return new Refused(Code.GUARD, flow.state(), FlowCommands.allowed(flow), why);
    }
}
