package dev.pawl.workflow;

import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.Plan;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;
import java.util.Optional;

/// One entry of a workflow's journal: what was accepted, in the past tense. Those that move the
/// state name their edge.
public sealed interface WorkflowChange {
    /// The transition it makes; empty when the state stays.
    default Optional<WorkflowEdge> edge() {
        return Optional.empty();
    }

    /// @param kept whether a plan that was modified is planned anew: id, thread and tasks stay
    record Begun(
            String workflow,
            ThreadId thread,
            String requirement,
            boolean quick,
            String sandbox,
            String approval,
            boolean kept,
            String feedback)
            implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T01);
        }
    }

    record PlanRefused(List<String> faults) implements WorkflowChange {
        public PlanRefused {
            faults = List.copyOf(faults);
        }
    }

    record Planned(String path, String hash, int version, Plan plan) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T02);
        }
    }

    /// A person edited the plan's file while it waited.
    record PlanEdited(String hash, Plan plan) implements WorkflowChange {}

    record Approved(String hash, boolean start) implements WorkflowChange {}

    record BaselineTaken(List<CheckResult> results, Mark mark, String head, String branch, boolean warned)
            implements WorkflowChange {
        public BaselineTaken {
            results = List.copyOf(results);
        }
    }

    /// @param hash of the plan's file once it says that it is confirmed
    record Confirmed(String hash) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T03);
        }
    }

    /// @param superseded whether the plan is planned anew: it is kept for that
    record Cancelled(WorkflowEdge way, String reason, boolean superseded) implements WorkflowChange {
        public Cancelled {
            if (way != WorkflowEdge.T04 && way != WorkflowEdge.T05)
                throw new IllegalArgumentException("no way to cancel: " + way);
        }

        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(way);
        }
    }

    record TaskStarted(TaskId task, Mark mark) implements WorkflowChange {}

    /// @param about what a question is about: another plan needs another question
    record TurnOpened(Purpose purpose, LetterId letter, long after, String about) implements WorkflowChange {}

    record TurnClosed(LetterId letter, Ending ending, String text) implements WorkflowChange {
        public enum Ending {
            DONE,
            /// The agent or the runtime failed.
            FAILED,
            /// The model could not be reached: no attempt of the agent's.
            UNREACHABLE,
            STOPPED,
            TIMED_OUT
        }
    }

    record ChecksRan(TaskId task, List<CheckResult> results) implements WorkflowChange {
        public ChecksRan {
            results = List.copyOf(results);
        }
    }

    record TaskClosed(TaskId task, TaskStatus status, String reason, Mark mark) implements WorkflowChange {}

    record ErrorFound(TaskFailure failure) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T06);
        }
    }

    record AttemptStarted(TaskId task, int number, Mark mark) implements WorkflowChange {}

    record AttemptFailed(TaskFailure failure) implements WorkflowChange {}

    record ProtectedTouched(List<String> files, boolean agreed) implements WorkflowChange {
        public ProtectedTouched {
            files = List.copyOf(files);
        }
    }

    record Fixed(TaskId task) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T07);
        }
    }

    record GaveUp(BlockedReason reason, String note) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T08);
        }
    }

    record Intervened(Intervention how, String text) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T09);
        }
    }

    /// @param undo the entry of the checkpoint store that brings the files back again
    record RolledBack(String target, long undo, List<String> restored, List<String> kept, String archive)
            implements WorkflowChange {
        public RolledBack {
            restored = List.copyOf(restored);
            kept = List.copyOf(kept);
        }

        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T10);
        }
    }

    record Finished(FlowOutcome outcome, Mark mark) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T11);
        }
    }

    record Archived(String path) implements WorkflowChange {
        @Override
        public Optional<WorkflowEdge> edge() {
            return Optional.of(WorkflowEdge.T12);
        }
    }

    record Paused(String reason) implements WorkflowChange {}

    record Continued() implements WorkflowChange {}

    record Noted(String author, String text) implements WorkflowChange {}
}
