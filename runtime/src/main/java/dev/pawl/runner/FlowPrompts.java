package dev.pawl.runner;

import dev.pawl.resource.Resource;
import dev.pawl.runner.FlowWorkspace.PlanDocument;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.TaskId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What the agent reads at the beginning of each turn of a workflow. Path, hash and task are in
/// every one of them: a compaction keeps the words of the request.
final class FlowPrompts {
    private final Workflow flow;
    private final List<Check> checks;

    FlowPrompts(Workflow flow, List<Check> checks) {
        this.flow = flow;
        this.checks = checks;
    }

    String of(Purpose purpose, String planPath, Optional<PlanDocument> earlier, String changedFiles, int most) {
        return switch (purpose) {
            case PLAN -> plan(planPath, earlier);
            case TASK -> task();
            case FIX -> fix(changedFiles, most);
            case ASK_CONFIRM, ASK_BLOCKED, ASK_PROTECTED ->
                throw new IllegalArgumentException("a question has no prompt: " + purpose);
        };
    }

    private String plan(String path, Optional<PlanDocument> earlier) {
        var text =
                new StringBuilder(Resource.text(FlowPrompts.class, flow.origin().quick() ? "quick.md" : "plan.md")
                        .replace("{checks}", checkList()));
        text.append("\nThe plan will be kept in ").append(path).append(".\n");
        text.append("\n<requirement>\n").append(flow.origin().requirement()).append("\n</requirement>\n");
        if (earlier.isPresent() && flow.plan().version() > 0) {
            text.append("\nThe plan so far (version ")
                    .append(flow.plan().version())
                    .append("). Keep the ids of its tasks:\n<plan>\n")
                    .append(earlier.get().text())
                    .append("\n</plan>\n");
        }
        if (!flow.memo().feedback().isEmpty())
            text.append("\nThe user wants this changed:\n<feedback>\n")
                    .append(flow.memo().feedback())
                    .append("\n</feedback>\n");
        if (!flow.memo().faults().isEmpty()) {
            text.append("\nYour last plan was refused. Correct these faults and give the whole plan again:\n");
            flow.memo()
                    .faults()
                    .forEach(fault -> text.append("- ").append(fault).append('\n'));
        }
        return text.toString();
    }

    private String checkList() {
        if (checks.isEmpty()) return "This workspace has no checks: write `verify: none` for each task.";
        return checks.stream()
                .map(check -> "- `" + check.id() + "`: `" + check.command() + "`")
                .collect(Collectors.joining("\n"));
    }

    private String task() {
        var text = new StringBuilder(header());
        var task = flow.currentTask();
        if (flow.queue().current().filter(TaskId::isFinal).isPresent()) {
            text.append("All tasks are done. The final checks must pass.\n");
        } else if (task.isPresent()) {
            text.append("Do this task, and no other:\n").append(taskLine());
        }
        if (!flow.repair().guidance().isEmpty())
            text.append("\nThe user says:\n<guidance>\n")
                    .append(flow.repair().guidance())
                    .append("\n</guidance>\n");
        flow.repair()
                .failure()
                .ifPresent(failure -> text.append("\nIt failed before:\n").append(failure(failure)));
        text.append(rules());
        return text.toString();
    }

    private String fix(String changedFiles, int most) {
        var repair = flow.repair();
        var text = new StringBuilder(header());
        text.append("A check of this task fails. This is attempt ")
                .append(repair.attempts())
                .append(" of ")
                .append(most)
                .append(" to fix it:\n")
                .append(taskLine());
        repair.failure().ifPresent(failure -> text.append('\n').append(failure(failure)));
        if (repair.repeated())
            text.append("\nThis is the same failure as before: the last attempt did not help. Try another way.\n");
        if (!changedFiles.isEmpty())
            text.append("\nThe last attempt changed: ").append(changedFiles).append('\n');
        text.append("\nFix the cause. Do not delete or switch off tests, and do not change the checks.\n");
        text.append(rules());
        return text.toString();
    }

    private String header() {
        var plan = flow.plan();
        return "<workflow>\nPlan: " + plan.path() + " (sha256 " + plan.hash() + ")\nTask: "
                + flow.queue().current().map(TaskId::value).orElse("")
                + (flow.position() > 0
                        ? " (" + flow.position() + " of " + flow.queue().tasks().size() + ")"
                        : "")
                + "\nRead the plan's file if you no longer know it.\n</workflow>\n\n";
    }

    private String taskLine() {
        return flow.currentTask()
                .filter(task -> !task.id().isFinal())
                .map(task -> task.id() + ": " + task.task().title()
                        + (task.task().files().isEmpty()
                                ? ""
                                : "\nFiles: " + String.join(", ", task.task().files()))
                        + (task.task().requirements().isEmpty()
                                ? ""
                                : "\nRequirements: "
                                        + String.join(", ", task.task().requirements()))
                        + "\n")
                .orElse("");
    }

    private static String failure(TaskFailure failure) {
        var what = failure.command().isEmpty()
                ? failure.kind().name()
                : "`" + failure.command() + "` ended with exit code " + failure.exit();
        return what + ":\n<output>\n" + failure.excerpt() + "\n</output>\n"
                + (failure.log().isEmpty() ? "" : "The whole output is in " + failure.log() + ".\n");
    }

    private String rules() {
        var ids = flow.currentTask().map(task -> task.task().checks()).orElse(List.of());
        var named = checks.stream()
                .filter(check -> ids.contains(check.id())
                        || (flow.queue().current().filter(TaskId::isFinal).isPresent()
                                && check.when().contains(Check.When.FINAL)))
                .map(check -> "`" + check.command() + "`")
                .collect(Collectors.joining(", "));
        return "\nWhen your turn ends the runtime itself runs the checks of this task"
                + (named.isEmpty() ? " (it has none)" : ": " + named)
                + ". Only they close the task; what you say does not. If the task cannot be done, end with a message"
                + " that begins with `CANNOT: ` and the reason.\n";
    }
}
