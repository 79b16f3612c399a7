package dev.pawl.workflow;

import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.PlanText;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;
import java.util.Optional;

/// What a person or the runtime asks of a workflow. [WorkflowRules] decides.
public sealed interface WorkflowCommand {
    /// The trigger it fires; empty for what fires none.
    default Optional<WorkflowTrigger> trigger() {
        return Optional.empty();
    }

    // A person asks.

    record Begin(String workflow, ThreadId thread, String requirement, boolean quick, String sandbox, String approval)
            implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.USER_INPUT_REQUIREMENT);
        }
    }

    /// A yes to the plan with this hash.
    ///
    /// @param start false to approve now and start later
    record Approve(String hash, boolean start) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.USER_CONFIRM);
        }
    }

    record Modify(String feedback) implements WorkflowCommand {}

    record Cancel(String reason) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.USER_CANCEL);
        }
    }

    record Suspend(String reason) implements WorkflowCommand {}

    record Proceed() implements WorkflowCommand {}

    /// Ends the work under way and leaves the decision to a person.
    record Stop(String reason) implements WorkflowCommand {}

    record Intervene(Intervention how, String text) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.HUMAN_INTERVENTION);
        }
    }

    /// The files are back; see [WorkflowChange.RolledBack].
    record RollBack(String target, long undo, List<String> restored, List<String> kept, String archive)
            implements WorkflowCommand {
        public RollBack {
            restored = List.copyOf(restored);
            kept = List.copyOf(kept);
        }

        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.ROLLBACK);
        }
    }

    /// Ends the workflow and keeps the work.
    record Abandon(String reason) implements WorkflowCommand {}

    /// A person agrees to protected files that a fix touched, or declines.
    record DecideProtected(boolean agreed) implements WorkflowCommand {}

    record Note(String author, String text) implements WorkflowCommand {}

    // The runtime reports.

    record OpenTurn(Purpose purpose, LetterId letter, long after) implements WorkflowCommand {}

    record CloseTurn(LetterId letter, WorkflowChange.TurnClosed.Ending ending, String text)
            implements WorkflowCommand {}

    record RefusePlan(List<String> faults) implements WorkflowCommand {
        public RefusePlan {
            faults = List.copyOf(faults);
        }
    }

    record OfferPlan(String path, String hash, PlanText.Reading reading) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.PRD_GENERATED);
        }
    }

    /// The plan's file was edited while it waited.
    record NoticeEdit(String hash, PlanText.Reading reading) implements WorkflowCommand {}

    /// @param hash of the plan's file once it says that it is confirmed
    record Baseline(List<CheckResult> results, Mark mark, String head, String branch, String hash)
            implements WorkflowCommand {
        public Baseline {
            results = List.copyOf(results);
        }

        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.USER_CONFIRM);
        }
    }

    record StartTask(TaskId task, Mark mark) implements WorkflowCommand {}

    /// The task depends on one that was skipped, and is skipped with it.
    record SkipDependant(TaskId task, String reason) implements WorkflowCommand {}

    /// The checks of the task in hand ran, in EXECUTING or AUTO_FIX.
    record RecordChecks(TaskId task, List<CheckResult> results, Mark mark) implements WorkflowCommand {
        public RecordChecks {
            results = List.copyOf(results);
        }
    }

    record FindError(TaskFailure failure) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.ERROR_DETECTED);
        }
    }

    record StartAttempt(Mark mark) implements WorkflowCommand {}

    record TouchProtected(List<String> files) implements WorkflowCommand {
        public TouchProtected {
            files = List.copyOf(files);
        }
    }

    /// The fix holds: all checks of the task pass.
    record ReportFixed(Mark mark) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.FIX_SUCCESS);
        }
    }

    record GiveUp(BlockedReason reason, String note) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.FIX_FAILED_3X);
        }
    }

    record Finish(Mark mark) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.ALL_TASKS_DONE);
        }
    }

    record CompleteArchive(String path) implements WorkflowCommand {
        @Override
        public Optional<WorkflowTrigger> trigger() {
            return Optional.of(WorkflowTrigger.ARCHIVE_COMPLETE);
        }
    }
}
