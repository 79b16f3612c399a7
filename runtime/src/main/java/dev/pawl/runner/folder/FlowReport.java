package dev.pawl.runner.folder;

import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.WorkflowRows.Content;
import dev.pawl.workflow.WorkflowRows.Entry;
import dev.pawl.workflow.check.CheckResult;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// The pages of an archive that people read.
final class FlowReport {
    private FlowReport() {}

    static String queue(Workflow flow) {
        return flow.queue().tasks().stream()
                .map(task -> "- [" + task.status() + "] " + task.id() + ": "
                        + task.task().title() + (task.reason().isEmpty() ? "" : " (" + task.reason() + ")") + "\n")
                .collect(Collectors.joining());
    }

    static String report(Workflow flow, String outcome) {
        var text = new StringBuilder("# " + flow.plan().title() + "\n\n");
        text.append("Outcome: ").append(outcome).append("\n\n");
        text.append("Requirement: ").append(flow.origin().requirement()).append("\n\n");
        text.append("Plan: ")
                .append(flow.plan().path())
                .append(", version ")
                .append(flow.plan().version())
                .append(", sha256 ")
                .append(flow.plan().hash())
                .append("\n");
        for (var task : flow.queue().tasks()) task(text, task);
        if (!flow.queue().finals().ledger().isEmpty()) {
            text.append("\n## Final checks\n\n");
            ledger(text, flow.queue().finals().ledger());
        }
        if (!flow.marks().baseline().isEmpty()) {
            text.append("\n## Before the first task\n\n");
            ledger(text, flow.marks().baseline());
        }
        return text.toString();
    }

    private static void task(StringBuilder text, TaskProgress task) {
        text.append("\n## ")
                .append(task.id())
                .append(' ')
                .append(task.task().title())
                .append("\n\n");
        text.append(task.status())
                .append(", ")
                .append(badge(task))
                .append(", ")
                .append(task.attempts())
                .append(task.attempts() == 1 ? " attempt" : " attempts")
                .append(" to fix");
        if (!task.task().requirements().isEmpty())
            text.append(", for ").append(String.join(", ", task.task().requirements()));
        if (!task.reason().isEmpty()) text.append("\n\nReason: ").append(task.reason());
        text.append("\n\n");
        ledger(text, task.ledger());
    }

    private static String badge(TaskProgress task) {
        return switch (task.badge()) {
            case NONE -> "no evidence";
            case VERIFIED -> "verified";
            case UNVERIFIED -> "unverified";
            case CANNOT_VERIFY -> "cannot verify here";
            case STALE -> "stale";
        };
    }

    private static void ledger(StringBuilder text, List<CheckResult> results) {
        if (results.isEmpty()) return;
        text.append("| check | command | result | exit | time | files | log |\n|---|---|---|---|---|---|---|\n");
        for (var result : results) {
            text.append(String.format(
                    Locale.ROOT,
                    "| %s | `%s` | %s | %d | %.1f s | %s | %s |%n",
                    result.check(),
                    result.command().replace("|", "\\|"),
                    result.ending().name().toLowerCase(Locale.ROOT),
                    result.exit(),
                    result.millis() / 1000.0,
                    result.tree().substring(0, Math.min(12, result.tree().length())),
                    result.log()));
        }
    }

    /// What people decided, in order.
    static String decisions(List<Entry> journal) {
        var lines = new StringBuilder("# Decisions\n\n");
        for (var entry : journal) {
            if (!(entry.content() instanceof Content.Changed(var change))) continue;
            var words = decision(change);
            if (!words.isEmpty())
                lines.append("- ").append(entry.at()).append(": ").append(words).append('\n');
        }
        return lines.toString();
    }

    private static String decision(WorkflowChange change) {
        if (change instanceof WorkflowChange.Begun(var _, var _, var wish, var _, var _, var _, var kept, var feedback))
            return kept ? "modify: " + feedback : "requirement: " + wish;
        if (change instanceof WorkflowChange.Approved(var hash, var start))
            return (start ? "confirmed " : "approved, held ") + hash;
        if (change instanceof WorkflowChange.Intervened(var how, var text))
            return how.name().toLowerCase(Locale.ROOT) + (text.isEmpty() ? "" : ": " + text);
        if (change instanceof WorkflowChange.ProtectedTouched(var files, var agreed) && agreed)
            return "agreed to protected files: " + String.join(", ", files);
        return "";
    }

    static String paragraph(Workflow flow, String outcome, String folder) {
        var done = flow.queue().tasks().stream()
                .filter(task -> task.status().name().equals("DONE"))
                .count();
        return "**" + flow.plan().title() + "** (" + flow.id() + "): " + outcome + ", " + done + " of "
                + flow.queue().tasks().size() + " tasks done. Requirement: "
                + flow.origin().requirement() + ". See "
                + folder + ".";
    }
}
