package dev.pawl.flow;

import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.Text;
import dev.pawl.runner.BlockedWords;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowWords;
import dev.pawl.runner.Spent;
import dev.pawl.workflow.Badge;
import dev.pawl.workflow.FlowOutcome;
import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.TaskStatus;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.Excerpt;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/// Progress of a workflow for a person, on stderr: a line for each thing that happened.
final class FlowProgress implements FlowListener {
    private final Console console;
    private final FlowWords words;
    private final int most;
    private final boolean quiet;

    FlowProgress(Console console, FlowWords words, int most, boolean quiet) {
        this.console = console;
        this.words = words;
        this.most = most;
        this.quiet = quiet;
    }

    @Override
    public void changed(Workflow flow, List<WorkflowChange> changes, Supplier<Spent> spent) {
        for (var change : changes) {
            switch (change) {
                case WorkflowChange.Begun _ -> say(Shade.STRONG, Text.FLOW_PLANNING_BEGINS);
                case WorkflowChange.PlanRefused(var faults) ->
                    say(Shade.DOUBTFUL, Text.FLOW_PLAN_REFUSED, String.join("; ", faults));
                case WorkflowChange.Planned(var path, var _, var _, var _) ->
                    say(Shade.GOOD, Text.FLOW_PLAN_READY, path);
                case WorkflowChange.Confirmed _ ->
                    say(
                            Shade.STRONG,
                            Text.FLOW_STARTED,
                            Integer.toString(flow.queue().tasks().size()),
                            flow.marks().base().id());
                case WorkflowChange.TaskStarted(var task, var _) -> taskStarted(flow, task);
                case WorkflowChange.TaskClosed(var task, var status, var reason, var _) ->
                    taskClosed(flow, task, status, reason, spent.get());
                case WorkflowChange.ErrorFound(var failure) -> error(flow, failure.task(), failure.excerpt());
                case WorkflowChange.AttemptFailed(var failure) -> error(flow, failure.task(), failure.excerpt());
                case WorkflowChange.AttemptStarted(var task, var number, var _) ->
                    line(
                            Shade.STRONG,
                            task + " · "
                                    + console.say(Text.FLOW_ATTEMPT, Integer.toString(number), Integer.toString(most)));
                case WorkflowChange.ProtectedTouched(var files, var agreed) -> {
                    if (!agreed) say(Shade.DOUBTFUL, Text.FLOW_PROTECTED, String.join(", ", files));
                }
                case WorkflowChange.GaveUp _ -> {
                    if (flow.state() == WorkflowState.BLOCKED)
                        say(Shade.BAD, Text.FLOW_BLOCKED, BlockedWords.of(flow, words));
                }
                case WorkflowChange.Paused(var reason) -> say(Shade.DOUBTFUL, Text.FLOW_PAUSED, reason);
                case WorkflowChange.Archived(var path) -> {
                    say(Shade.GOOD, Text.FLOW_FINISHED, outcome(flow.memo().outcome()), path);
                    line(Shade.FAINT, "  " + SpentText.of(spent.get(), console));
                }
                case WorkflowChange.PlanEdited _,
                        WorkflowChange.Approved _,
                        WorkflowChange.BaselineTaken _,
                        WorkflowChange.Cancelled _,
                        WorkflowChange.TurnOpened _,
                        WorkflowChange.TurnClosed _,
                        WorkflowChange.ChecksRan _,
                        WorkflowChange.Fixed _,
                        WorkflowChange.Intervened _,
                        WorkflowChange.RolledBack _,
                        WorkflowChange.Finished _,
                        WorkflowChange.Continued _,
                        WorkflowChange.Noted _ -> {}
            }
        }
    }

    private void taskStarted(Workflow flow, TaskId task) {
        if (task.isFinal()) return;
        var title = flow.queue().find(task).map(one -> one.task().title()).orElse("");
        var place = console.say(
                Text.FLOW_TASK_OF,
                Integer.toString(flow.position()),
                Integer.toString(flow.queue().tasks().size()),
                task.value());
        line(Shade.STRONG, place + " · " + title);
    }

    private void taskClosed(Workflow flow, TaskId task, TaskStatus status, String reason, Spent spent) {
        if (status == TaskStatus.DONE) {
            var badge = flow.queue().find(task).map(TaskProgress::badge).orElse(Badge.NONE);
            var words = console.say(Text.FLOW_TASK_DONE, task.value(), badge(badge));
            line(badge == Badge.VERIFIED ? Shade.GOOD : Shade.DOUBTFUL, words + " · " + SpentText.of(spent, console));
        } else say(Shade.DOUBTFUL, Text.FLOW_TASK_SKIPPED, task.value(), reason);
    }

    private void error(Workflow flow, TaskId task, String excerpt) {
        say(Shade.BAD, Text.FLOW_ERROR, task.value(), Excerpt.firstErrorLine(excerpt));
        if (flow.repair().repeated()) say(Shade.DOUBTFUL, Text.FLOW_SAME_ERROR);
    }

    @Override
    public void checking(TaskId task, Check check) {
        line(Shade.FAINT, "  " + console.say(Text.FLOW_CHECKING, check.id(), check.command()));
    }

    @Override
    public void checked(TaskId task, CheckResult result) {
        var shade = result.hasPassed() ? Shade.GOOD : result.counts() ? Shade.BAD : Shade.DOUBTFUL;
        say(
                shade,
                Text.FLOW_CHECK,
                result.check(),
                result.command(),
                ending(result),
                String.format(Locale.ROOT, "%.1f", result.millis() / 1000.0));
    }

    @Override
    public void warned(String text) {
        console.note(text);
    }

    private String badge(Badge badge) {
        return FlowHead.badge(console.messages(), badge);
    }

    private String ending(CheckResult result) {
        var words = console.say(
                switch (result.ending()) {
                    case PASSED -> Text.FLOW_CHECK_PASSED;
                    case FAILED -> Text.FLOW_CHECK_FAILED;
                    case TIMED_OUT -> Text.FLOW_CHECK_TIMED_OUT;
                    case ENVIRONMENT -> Text.FLOW_CHECK_ENVIRONMENT;
                });
        return result.exit() > 0 ? words + " (" + result.exit() + ")" : words;
    }

    private String outcome(FlowOutcome outcome) {
        return outcomeWord(console, outcome);
    }

    static String outcomeWord(Console console, FlowOutcome outcome) {
        return console.say(
                switch (outcome) {
                    case NONE -> Text.FLOW_BADGE_NONE;
                    case COMPLETED -> Text.FLOW_OUTCOME_COMPLETED;
                    case PARTIAL -> Text.FLOW_OUTCOME_PARTIAL;
                    case ABANDONED -> Text.FLOW_OUTCOME_ABANDONED;
                    case ROLLED_BACK -> Text.FLOW_OUTCOME_ROLLED_BACK;
                    case CANCELLED -> Text.FLOW_OUTCOME_CANCELLED;
                });
    }

    private void say(Shade shade, Text text, String... values) {
        line(shade, console.say(text, values));
    }

    private void line(Shade shade, String text) {
        if (!quiet) console.say(shade, text);
    }
}
