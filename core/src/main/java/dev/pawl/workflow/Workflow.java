package dev.pawl.workflow;

import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.PlanTask;
import dev.pawl.workflow.plan.TaskId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A workflow as its journal tells it: the fold of [WorkflowChange]s. Nothing else is stored.
///
/// @param id empty before the first workflow of a workspace
/// @param revision how many changes were accepted in the workspace
/// @param turn the turn of the thread that is under way for it
public record Workflow(
        String id,
        long revision,
        WorkflowState state,
        Origin origin,
        PlanRef plan,
        Queue queue,
        Repair repair,
        Marks marks,
        Optional<OpenTurn> turn,
        Optional<Pause> pause,
        Memo memo) {

    public static final Workflow NONE = new Workflow(
            "",
            0,
            WorkflowState.IDLE,
            new Origin(new ThreadId("none"), "", false, "", "", Instant.EPOCH),
            PlanRef.NONE,
            Queue.EMPTY,
            Repair.NONE,
            Marks.NONE,
            Optional.empty(),
            Optional.empty(),
            Memo.EMPTY);

    /// What was asked for, in which thread, and with which limits its tasks work.
    public record Origin(
            ThreadId thread, String requirement, boolean quick, String sandbox, String approval, Instant at) {}

    /// @param hash SHA-256 of the plan's file as it should be
    /// @param approvedHash of what a person said yes to; empty for nothing
    public record PlanRef(
            String path, String hash, String approvedHash, int version, String title, int lines, Consent consent) {
        static final PlanRef NONE = new PlanRef("", "", "", 0, "", 0, Consent.NONE);

        PlanRef with(Consent next, String approved) {
            return new PlanRef(path, hash, approved, version, title, lines, next);
        }

        PlanRef withHash(String next) {
            return new PlanRef(path, next, approvedHash, version, title, lines, consent);
        }
    }

    /// How far a person's yes goes.
    public enum Consent {
        NONE,
        /// Approved, not to be started yet.
        HELD,
        /// Approved: the baseline is taken, then it starts.
        STARTING,
        /// Approved, and checks fail before the first task: a second yes is needed.
        WARNED
    }

    /// What the runtime does next for the current task, or for the plan.
    public enum Stage {
        NONE,
        /// An attempt is to be counted first.
        ATTEMPT_DUE,
        TURN_DUE,
        CHECK_DUE
    }

    /// @param current the task in hand; empty for none
    /// @param finals the checks after the last task, kept as if they were one
    public record Queue(List<TaskProgress> tasks, Optional<TaskId> current, Stage stage, TaskProgress finals) {
        static final Queue EMPTY = of(List.of());

        public Queue {
            tasks = List.copyOf(tasks);
        }

        static Queue of(List<PlanTask> tasks) {
            var last = new PlanTask(TaskId.FINAL, false, "", List.of(), List.of(), List.of(), List.of());
            return new Queue(
                    tasks.stream().map(TaskProgress::pending).toList(),
                    Optional.empty(),
                    Stage.NONE,
                    TaskProgress.pending(last));
        }

        public Optional<TaskProgress> find(TaskId id) {
            if (id.isFinal()) return Optional.of(finals);
            return tasks.stream().filter(one -> one.id().equals(id)).findFirst();
        }

        public List<PlanTask> planned() {
            return tasks.stream().map(TaskProgress::task).toList();
        }

        Queue at(Stage next) {
            return new Queue(tasks, current, next, finals);
        }

        Queue on(Optional<TaskId> task, Stage next) {
            return new Queue(tasks, task, next, finals);
        }

        Queue replacing(TaskProgress changed) {
            if (changed.id().isFinal()) return new Queue(tasks, current, stage, changed);
            return new Queue(
                    tasks.stream()
                            .map(one -> one.id().equals(changed.id()) ? changed : one)
                            .toList(),
                    current,
                    stage,
                    finals);
        }

        public boolean isOver() {
            return tasks.stream().allMatch(one -> one.status().isOver());
        }
    }

    /// @param attempts consecutive ones of the current task, the one under way included
    /// @param repeated whether the last failure was the same as the one before
    /// @param guidance a person's words for the next turn
    /// @param protectedFiles what the last fix touched and a person must agree to
    public record Repair(
            int attempts,
            Optional<TaskFailure> failure,
            boolean repeated,
            String guidance,
            BlockedReason reason,
            String note,
            List<String> protectedFiles,
            boolean protectedAgreed) {
        static final Repair NONE = new Repair(0, Optional.empty(), false, "", BlockedReason.NONE, "", List.of(), false);

        public Repair {
            protectedFiles = List.copyOf(protectedFiles);
        }

        Repair failed(TaskFailure next) {
            var same = failure.filter(next::isSameAs).isPresent();
            return new Repair(attempts, Optional.of(next), same, "", reason, note, List.of(), false);
        }

        Repair attempt(int number) {
            return new Repair(number, failure, repeated, guidance, reason, note, List.of(), false);
        }

        Repair blocked(BlockedReason why, String words) {
            return new Repair(attempts, failure, repeated, guidance, why, words, protectedFiles, false);
        }

        Repair guided(String words) {
            return new Repair(0, failure, repeated, words, BlockedReason.NONE, "", List.of(), false);
        }

        Repair touching(List<String> files, boolean agreed) {
            return new Repair(attempts, failure, repeated, guidance, reason, note, files, agreed);
        }
    }

    /// @param base the files before the first task
    /// @param last the newest verified or base checkpoint
    /// @param attempt the files before the attempt or task under way
    public record Marks(Mark base, Mark last, Mark attempt, String head, String branch, List<CheckResult> baseline) {
        static final Marks NONE = new Marks(Mark.NONE, Mark.NONE, Mark.NONE, "", "", List.of());

        public Marks {
            baseline = List.copyOf(baseline);
        }

        Marks verified(Mark mark) {
            return mark.isNone() ? this : new Marks(base, mark, attempt, head, branch, baseline);
        }

        Marks before(Mark mark) {
            return new Marks(base, last, mark, head, branch, baseline);
        }
    }

    /// @param after the number of the thread's last event before it was submitted
    /// @param about what a question is about
    public record OpenTurn(Purpose purpose, LetterId letter, long after, String about, Instant since) {}

    public record Pause(String reason, Instant at) {}

    /// @param faults why the last plan was sent back
    /// @param rounds how often it was
    /// @param feedback what a person wants changed in the plan
    /// @param reply what the last turn said
    public record Memo(
            List<String> notes,
            List<String> faults,
            int rounds,
            String feedback,
            String reply,
            FlowOutcome outcome,
            String archive) {
        static final Memo EMPTY = new Memo(List.of(), List.of(), 0, "", "", FlowOutcome.NONE, "");

        public Memo {
            notes = List.copyOf(notes);
            faults = List.copyOf(faults);
        }

        Memo replied(String words) {
            return new Memo(notes, faults, rounds, feedback, words, outcome, archive);
        }

        Memo ended(FlowOutcome how, String where) {
            return new Memo(notes, faults, rounds, feedback, reply, how, where);
        }
    }

    Workflow at(long number) {
        return new Workflow(id, number, state, origin, plan, queue, repair, marks, turn, pause, memo);
    }

    public boolean isActive() {
        return state != WorkflowState.IDLE;
    }

    /// What a question of this purpose is about now.
    public String topic(Purpose purpose) {
        return switch (purpose) {
            case ASK_CONFIRM -> plan.hash() + " " + plan.consent();
            case ASK_PROTECTED -> String.join(",", repair.protectedFiles());
            case ASK_BLOCKED -> queue.current().map(TaskId::value).orElse("") + " " + repair.reason();
            case PLAN, TASK, FIX -> "";
        };
    }

    public boolean isPaused() {
        return pause.isPresent();
    }

    /// The task in hand, when it is one of the plan.
    public Optional<TaskProgress> currentTask() {
        return queue.current().flatMap(queue::find);
    }

    /// The number of the task in hand, from 1; 0 for none.
    public int position() {
        for (int i = 0; i < queue.tasks().size(); i++) {
            if (queue.current().filter(queue.tasks().get(i).id()::equals).isPresent()) return i + 1;
        }
        return 0;
    }
}
