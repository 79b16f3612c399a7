package dev.pawl.flow;

import dev.pawl.card.Visible;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.Console.Shade;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Text;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import dev.pawl.runner.BlockedWords;
import dev.pawl.runner.FlowChoice;
import dev.pawl.runner.FlowStatus;
import dev.pawl.runner.FlowWorkspace;
import dev.pawl.workflow.Badge;
import dev.pawl.workflow.FlowCommands;
import dev.pawl.workflow.FlowOutcome;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import dev.pawl.workflow.WorkflowRows.Lease;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore.Committed;
import dev.pawl.workflow.WorkflowStore.Snapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// A workflow in words and as JSON.
final class FlowShow {
    private final FlowHost host;
    private final Console console;
    private final boolean json;

    FlowShow(FlowHost host, Console console, Arguments arguments) {
        this.host = host;
        this.console = console;
        this.json = arguments.has("--json");
    }

    int status(Snapshot seen) throws InterruptedException {
        var flow = seen.flow();
        var status = FlowStatus.of(host.site());
        if (json) {
            console.line(status.json().write());
            return ExitCode.OK;
        }
        if (!flow.isActive()) {
            console.line(idle(flow));
            return ExitCode.OK;
        }
        console.line(FlowHead.of(console.messages(), flow, most()));
        console.line("  " + SpentText.of(status.spent(), console));
        console.line("  " + Visible.text(flow.origin().requirement()));
        if (!flow.plan().path().isEmpty())
            console.line("  "
                    + console.say(
                            Text.FLOW_PLAN_LINE,
                            flow.plan().path(),
                            Integer.toString(flow.plan().version()),
                            flow.plan()
                                    .hash()
                                    .substring(
                                            0, Math.min(12, flow.plan().hash().length()))));
        for (var task : flow.queue().tasks())
            console.line("  " + task.id() + "  " + pad(task.status().name()) + "  "
                    + Visible.text(task.task().title()) + "  "
                    + (status.badge(task) == Badge.NONE
                            ? ""
                            : "[" + FlowHead.badge(console.messages(), status.badge(task)) + "]"));
        flow.pause().ifPresent(pause -> console.line("  " + console.say(Text.FLOW_PAUSED, pause.reason())));
        if (flow.state() == WorkflowState.BLOCKED)
            console.line("  "
                    + console.say(
                            Text.FLOW_BLOCKED, BlockedWords.of(flow, host.site().words())));
        runner(flow, seen.lease()).ifPresent(words -> console.line("  " + words));
        for (var choice : status.choices()) console.line("  " + words(choice));
        if (status.choices().isEmpty())
            console.line("  " + console.say(Text.FLOW_ALLOWED, String.join(", ", FlowCommands.allowed(flow))));
        return ExitCode.OK;
    }

    /// A way to decide and what follows from it.
    private static String words(FlowChoice choice) {
        var command = choice.command().isEmpty() ? choice.label() : "pawl flow " + choice.command();
        return String.format("%-22s %s", command, choice.does());
    }

    private static String pad(String word) {
        return String.format("%-11s", word);
    }

    private int most() {
        return host.site().limits().strikes().most();
    }

    private String idle(Workflow flow) {
        if (flow.memo().outcome() == FlowOutcome.NONE)
            return console.say(Text.FLOW_NONE, host.root().toString());
        var outcome = FlowProgress.outcomeWord(console, flow.memo().outcome());
        return flow.memo().archive().isEmpty()
                ? console.say(Text.FLOW_ENDED_NO_ARCHIVE, outcome)
                : console.say(Text.FLOW_ENDED, outcome, flow.memo().archive());
    }

    /// Who runs it; nothing while it waits for a person.
    Optional<String> runner(Snapshot seen) {
        return runner(seen.flow(), seen.lease());
    }

    private Optional<String> runner(Workflow flow, Optional<Lease> lease) {
        if (lease.isPresent() && !host.site().isDead().test(lease.get().owner())) {
            var parts = lease.get().owner().value().split("~", -1);
            return Optional.of(
                    parts.length == 4
                            ? console.say(Text.FLOW_RUN_BY_PROCESS, parts[1])
                            : console.say(
                                    Text.FLOW_RUN_BY,
                                    lease.get().owner().value(),
                                    lease.get().until().toString()));
        }
        var rests = flow.state() == WorkflowState.CONFIRMING || flow.state() == WorkflowState.BLOCKED;
        return rests || flow.isPaused() ? Optional.empty() : Optional.of(console.say(Text.FLOW_LEFT));
    }

    /// The whole plan on stdout.
    int plan(Workflow flow, boolean diff) throws IOException {
        var plan = host.folder().plan(flow.plan().path());
        if (plan.isEmpty()) {
            console.note(console.say(Text.FLOW_NO_PLAN));
            return ExitCode.FAILED;
        }
        var text = diff ? host.folder().planDiff(flow) : plan.get().text();
        if (json) {
            console.line(Json.object()
                    .with("path", plan.get().path())
                    .with("sha256", plan.get().hash())
                    .with("version", flow.plan().version())
                    .with(diff ? "diff" : "text", text)
                    .write());
        } else console.document(text);
        return ExitCode.OK;
    }

    /// What a person is asked, with all they need for it.
    ///
    /// @param isAsked whether the question with its options follows
    void waits(Workflow flow, boolean isAsked) throws IOException, InterruptedException {
        if (json) return;
        if (flow.state() == WorkflowState.CONFIRMING) {
            var plan = host.folder().plan(flow.plan().path());
            if (flow.plan().version() > 1) {
                console.say(
                        Shade.STRONG,
                        console.say(
                                Text.FLOW_PLAN_CHANGES,
                                Integer.toString(flow.plan().version())));
                host.folder().planDiff(flow).lines().forEach(line -> console.say(shade(line), line));
            } else if (plan.isPresent()) plan.get().text().lines().forEach(console::plain);
        }
        if (isAsked) return;
        for (var choice : FlowStatus.of(host.site()).choices()) console.plain("  " + words(choice));
    }

    private static Shade shade(String line) {
        if (line.startsWith("+")) return Shade.GOOD;
        return line.startsWith("-") ? Shade.BAD : Shade.FAINT;
    }

    int refused(Committed.Refused refused) {
        var refusal = refused.refusal();
        if (json) {
            console.line(Json.object()
                    .with("error", refusal.code().name())
                    .with("state", refusal.state().name())
                    .with("why", refusal.why())
                    .with("allowed", Json.strings(refusal.allowed()))
                    .write());
        } else console.note(console.say(Text.FLOW_REFUSED, refusal.why(), String.join(", ", refusal.allowed())));
        return ExitCode.FAILED;
    }

    /// The last line of a command.
    int ended(Snapshot seen, int code) {
        var flow = seen.flow();
        if (json)
            console.line(FlowStatus.brief(
                            flow,
                            most(),
                            seen.lease(),
                            host.site().words(),
                            host.site().turns().spent(flow))
                    .json()
                    .write());
        else if (code == ExitCode.WAITING) console.note(console.say(Text.FLOW_WAITS));
        else if (flow.isPaused()) console.note(console.say(Text.FLOW_RESUME_HOW));
        return code;
    }

    void preview(FlowWorkspace.Rollback rollback) {
        rollback.restored().forEach(line -> show("rollback", line));
        rollback.kept().forEach(line -> show("keep", line));
        if (!rollback.branchWarning().isEmpty()) console.note(rollback.branchWarning());
    }

    private void show(String what, String line) {
        console.line(json ? Json.object().with("do", what).with("file", line).write() : Visible.text(line));
    }

    void rolledBack(Committed committed) {
        if (json || !(committed instanceof Committed.Done(var _, var changes))) return;
        for (var change : changes) {
            if (change instanceof WorkflowChange.RolledBack rolled) {
                console.note(
                        rolled.undo() == 0
                                ? console.say(Text.FLOW_ROLLED_BACK_NOTHING)
                                : console.say(
                                        Text.FLOW_ROLLED_BACK,
                                        Integer.toString(rolled.restored().size()),
                                        Integer.toString(rolled.kept().size()),
                                        Long.toString(rolled.undo())));
            }
        }
    }

    int history() throws IOException {
        var folder = host.root().resolve(".agent/memory/history");
        var shown = 0;
        if (Files.isDirectory(folder)) {
            try (var files = Files.walk(folder, 3)) {
                for (var file : files.filter(path -> path.endsWith("manifest.json"))
                        .sorted()
                        .toList()) {
                    show(file);
                    shown++;
                }
            }
        }
        if (shown == 0 && !json) console.note(console.say(Text.FLOW_NO_HISTORY));
        return ExitCode.OK;
    }

    private void show(Path file) throws IOException {
        try {
            var manifest = Json.parse(Files.readString(file));
            var line = manifest.text("ended_at", "") + "  " + manifest.text("outcome", "") + "  "
                    + Visible.text(manifest.text("requirement", "")) + "  "
                    + host.root().relativize(file.getParent());
            console.line(json ? manifest.write() : line);
        } catch (BadJson damaged) {
            console.note(file + " cannot be read");
        }
    }
}
