package dev.pawl.workflow;

import dev.pawl.workflow.Workflow.Consent;
import dev.pawl.workflow.Workflow.OpenTurn;
import dev.pawl.workflow.plan.TaskId;
import java.util.Optional;

/// What the runtime does now for a workflow: a pure function of the journal, asked again after each
/// change. A process that dies leaves nothing that another one cannot ask again.
public sealed interface NextWork {
    /// Nothing: it is idle or paused.
    record Rest() implements NextWork {}

    /// Carry this turn to its end and close it.
    record Carry(OpenTurn turn) implements NextWork {}

    /// End a turn that no longer fits the state, and close it.
    record Withdraw(OpenTurn turn) implements NextWork {}

    /// Open a turn: one that works, or one that asks a person.
    record Open(Purpose purpose) implements NextWork {}

    record CheckPlan() implements NextWork {}

    record TakeBaseline() implements NextWork {}

    record Start(TaskId task) implements NextWork {}

    /// Ask a person about a task whose dependency was skipped.
    record AskDependency(TaskId task, TaskId skipped) implements NextWork {}

    record SkipDependant(TaskId task, TaskId skipped) implements NextWork {}

    record CountAttempt() implements NextWork {}

    record RunChecks(TaskId task) implements NextWork {}

    /// No task was done: there is nothing to check at the end.
    record End() implements NextWork {}

    record Archive() implements NextWork {}

    static NextWork of(Workflow flow, FlowLimits limits) {
        var open = flow.turn();
        if (open.isPresent()) return isWanted(flow, open.get()) ? new Carry(open.get()) : new Withdraw(open.get());
        if (flow.isPaused()) return new Rest();
        return switch (flow.state()) {
            case IDLE -> new Rest();
            case PLANNING -> planning(flow);
            case CONFIRMING ->
                flow.plan().consent() == Consent.STARTING ? new TakeBaseline() : new Open(Purpose.ASK_CONFIRM);
            case EXECUTING -> executing(flow, limits);
            case AUTO_FIX -> repairing(flow);
            case BLOCKED -> new Open(Purpose.ASK_BLOCKED);
            case ARCHIVING -> new Archive();
        };
    }

    private static boolean isWanted(Workflow flow, OpenTurn turn) {
        return switch (turn.purpose()) {
            case PLAN -> flow.state() == WorkflowState.PLANNING;
            case TASK -> flow.state() == WorkflowState.EXECUTING;
            case FIX -> flow.state() == WorkflowState.AUTO_FIX;
            case ASK_CONFIRM ->
                flow.state() == WorkflowState.CONFIRMING
                        && flow.plan().consent() != Consent.STARTING
                        && isAboutNow(flow, turn);
            case ASK_BLOCKED -> flow.state() == WorkflowState.BLOCKED && isAboutNow(flow, turn);
            case ASK_PROTECTED -> asksAboutFiles(flow) && isAboutNow(flow, turn);
        };
    }

    private static boolean isAboutNow(Workflow flow, OpenTurn turn) {
        return turn.about().equals(flow.topic(turn.purpose()));
    }

    private static boolean asksAboutFiles(Workflow flow) {
        return flow.state() == WorkflowState.AUTO_FIX
                && !flow.repair().protectedFiles().isEmpty()
                && !flow.repair().protectedAgreed();
    }

    private static NextWork planning(Workflow flow) {
        return switch (flow.queue().stage()) {
            case CHECK_DUE -> new CheckPlan();
            case NONE, ATTEMPT_DUE, TURN_DUE -> new Open(Purpose.PLAN);
        };
    }

    private static NextWork executing(Workflow flow, FlowLimits limits) {
        var current = flow.queue().current();
        if (current.isEmpty()) return nextTask(flow, limits);
        return switch (flow.queue().stage()) {
            case CHECK_DUE -> new RunChecks(current.get());
            case NONE, ATTEMPT_DUE, TURN_DUE -> new Open(Purpose.TASK);
        };
    }

    /// The first task, by id, whose dependencies are done; after the last the final checks.
    private static NextWork nextTask(Workflow flow, FlowLimits limits) {
        var pending = flow.queue().tasks().stream()
                .filter(task -> task.status() == TaskStatus.PENDING)
                .sorted((one, other) -> one.id().compareTo(other.id()))
                .toList();
        for (var task : pending) if (isReady(flow, task)) return new Start(task.id());
        for (var task : pending) {
            var skipped = skippedDependency(flow, task);
            if (skipped.isEmpty()) continue;
            return switch (limits.skips()) {
                case ASK -> new AskDependency(task.id(), skipped.get());
                case CONTINUE -> new Start(task.id());
                case SKIP_DEPENDANTS -> new SkipDependant(task.id(), skipped.get());
            };
        }
        var isDone = flow.queue().tasks().stream().anyMatch(task -> task.status() == TaskStatus.DONE);
        return isDone ? new Start(TaskId.FINAL) : new End();
    }

    private static boolean isReady(Workflow flow, TaskProgress task) {
        return task.task().deps().stream()
                .allMatch(dep ->
                        flow.queue().find(dep).map(TaskProgress::status).orElse(TaskStatus.DONE) == TaskStatus.DONE);
    }

    private static Optional<TaskId> skippedDependency(Workflow flow, TaskProgress task) {
        return task.task().deps().stream()
                .filter(dep -> flow.queue()
                        .find(dep)
                        .filter(one -> one.status() == TaskStatus.SKIPPED || one.status() == TaskStatus.FAILED)
                        .isPresent())
                .findFirst();
    }

    private static NextWork repairing(Workflow flow) {
        if (asksAboutFiles(flow)) return new Open(Purpose.ASK_PROTECTED);
        return switch (flow.queue().stage()) {
            case NONE, ATTEMPT_DUE -> new CountAttempt();
            case TURN_DUE -> new Open(Purpose.FIX);
            case CHECK_DUE -> new RunChecks(flow.queue().current().orElse(TaskId.FINAL));
        };
    }
}
