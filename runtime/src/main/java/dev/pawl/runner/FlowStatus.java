package dev.pawl.runner;

import dev.pawl.json.Json;
import dev.pawl.workflow.Badge;
import dev.pawl.workflow.BlockedReason;
import dev.pawl.workflow.FlowCommands;
import dev.pawl.workflow.FlowOutcome;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowRows.Lease;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.plan.TaskId;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// A workflow for programs: the object that every surface shows.
///
/// @param most consecutive attempts of a task
/// @param stale the tasks whose files changed after their evidence
/// @param choices the ways a person can decide now, with their consequences
public record FlowStatus(
        Workflow flow,
        int most,
        Optional<Lease> lease,
        List<TaskId> stale,
        FlowWords words,
        Spent spent,
        List<FlowChoice> choices) {
    public FlowStatus {
        stale = List.copyOf(stale);
        choices = List.copyOf(choices);
    }

    /// The workflow of a site, with what only its files can tell.
    public static FlowStatus of(FlowSite site) throws InterruptedException {
        var seen = site.store().read(site.workspace());
        var flow = seen.flow();
        var stale = flow.isActive() ? StaleTasks.of(flow, site.files()) : List.<TaskId>of();
        return new FlowStatus(
                flow,
                site.limits().strikes().most(),
                seen.lease(),
                stale,
                site.words(),
                site.turns().spent(flow),
                choices(site, flow));
    }

    /// The same without a look at the files, for a list or a line of progress.
    public static FlowStatus brief(Workflow flow, int most, Optional<Lease> lease, FlowWords words, Spent spent) {
        return new FlowStatus(flow, most, lease, List.of(), words, spent, List.of());
    }

    private static List<FlowChoice> choices(FlowSite site, Workflow flow) throws InterruptedException {
        var purpose = flow.turn().map(Workflow.OpenTurn::purpose).filter(Purpose::asksPerson);
        if (purpose.isEmpty()) return List.of();
        var rollback = purpose.get() == Purpose.ASK_BLOCKED ? rollback(site, flow) : List.<String>of();
        return FlowChoice.of(purpose.get(), flow, site.words(), rollback);
    }

    /// What a roll back would do, file by file.
    static List<String> rollback(FlowSite site, Workflow flow) throws InterruptedException {
        try {
            return site.files().preview(flow, flow.marks().last()).restored();
        } catch (IOException none) {
            return List.of();
        }
    }

    public Json.Obj json() {
        var plan = flow.plan();
        var json = Json.object()
                .with("workflow_id", flow.id())
                .with("task_status", flow.state().name())
                .with("current_task", flow.queue().current().map(TaskId::value).orElse(""))
                .with("auto_fix_attempts", flow.repair().attempts())
                .with("max_attempts", most)
                .with("paused", Json.of(flow.isPaused()))
                .with("pause_reason", flow.pause().map(Workflow.Pause::reason).orElse(""))
                .with("blocked_reason", word(flow.repair().reason()))
                .with("blocked_words", BlockedWords.of(flow, words))
                .with("title", plan.title())
                .with("requirement", flow.isActive() ? flow.origin().requirement() : "")
                .with(
                        "thread_id",
                        flow.id().isEmpty() ? "" : flow.origin().thread().value())
                .with("prd_path", plan.path())
                .with("prd_sha256", plan.hash())
                .with("prd_version", plan.version())
                .with("approved_hash", plan.approvedHash())
                .with("last_checkpoint", flow.marks().last().id())
                .with("revision", flow.revision())
                .with(
                        "tasks",
                        Json.array(flow.queue().tasks().stream().map(this::task).toList()))
                .with(
                        "baseline",
                        Json.array(flow.marks().baseline().stream()
                                .map(FlowStatus::run)
                                .toList()))
                .with("allowed", Json.strings(FlowCommands.allowed(flow)))
                .with("owner", lease.map(held -> held.owner().value()).orElse(""))
                .with("task_number", flow.position())
                .with("task_count", flow.queue().tasks().size())
                .with(
                        "choices",
                        Json.array(choices.stream().map(FlowChoice::json).toList()));
        json = spent.into(json);
        if (!flow.isActive() && flow.memo().outcome() != FlowOutcome.NONE) {
            json = json.with("outcome", word(flow.memo().outcome()))
                    .with("archive", flow.memo().archive());
        }
        return json;
    }

    private Json task(TaskProgress task) {
        return Json.object()
                .with("id", task.id().value())
                .with("title", task.task().title())
                .with("status", task.status().name())
                .with("badge", word(badge(task)))
                .with("attempts", task.attempts())
                .with("reason", task.reason())
                .with(
                        "checks",
                        Json.array(task.ledger().stream().map(FlowStatus::run).toList()));
    }

    public Badge badge(TaskProgress task) {
        return stale.contains(task.id()) && task.badge() == Badge.VERIFIED ? Badge.STALE : task.badge();
    }

    private static Json run(CheckResult result) {
        return Json.object()
                .with("check", result.check())
                .with("command", result.command())
                .with("result", word(result.ending()))
                .with("exit", result.exit())
                .with("millis", result.millis())
                .with("tree", result.tree())
                .with("log", result.log())
                .with("counts", Json.of(result.counts()));
    }

    private static String word(Enum<?> value) {
        if (value == BlockedReason.NONE || value == Badge.NONE || value == FlowOutcome.NONE) return "";
        return value.name().toLowerCase(Locale.ROOT);
    }
}
