package dev.pawl.main;

import dev.pawl.cli.Messages;
import dev.pawl.cli.Text;
import dev.pawl.config.FlowConfig;
import dev.pawl.config.ThreadSettings;
import dev.pawl.flow.FlowHead;
import dev.pawl.host.Host;
import dev.pawl.runner.BlockedWords;
import dev.pawl.runner.FlowWords;
import dev.pawl.tui.ThreadAccess.FlowBoard;
import dev.pawl.tui.ThreadAccess.FlowTask;
import dev.pawl.workflow.Badge;
import dev.pawl.workflow.FlowCommands;
import dev.pawl.workflow.TaskProgress;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.check.CheckResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/// Workflows of folders as the terminal shows them.
///
record FlowBoards(Supplier<Host> host, ThreadSettings settings, Messages messages) {
    Optional<FlowBoard> of(Path folder) {
        var sites = new FlowSites(host.get(), settings, words());
        var flow = host.get()
                .workflows()
                .read(sites.prefix() + FlowSites.root(folder))
                .flow();
        return flow.isActive() ? Optional.of(board(flow)) : Optional.empty();
    }

    private FlowBoard board(Workflow flow) {
        var most = new FlowConfig(settings.settings()).limits().strikes().most();
        var tasks = flow.queue().tasks().stream().map(this::task).toList();
        return new FlowBoard(FlowHead.of(messages, flow, most), flow.origin().requirement(), tasks, notes(flow));
    }

    private FlowWords words() {
        return new FlowWords(messages.language() == Messages.Language.ZH ? "zh" : "en");
    }

    private List<String> notes(Workflow flow) {
        var notes = new ArrayList<String>();
        if (!flow.plan().path().isEmpty()) notes.add(flow.plan().path());
        flow.pause().ifPresent(pause -> notes.add(messages.say(Text.FLOW_PAUSED, pause.reason())));
        if (flow.state() == WorkflowState.BLOCKED) {
            notes.add(messages.say(Text.FLOW_BLOCKED, BlockedWords.of(flow, words())));
        }
        var commands = FlowCommands.allowed(flow).stream()
                .map(command -> "pawl flow " + command)
                .toList();
        notes.add(messages.say(Text.FLOW_ALLOWED, String.join(", ", commands)));
        return notes;
    }

    private FlowTask task(TaskProgress task) {
        var lines = new ArrayList<String>();
        if (task.attempts() > 0) lines.add(messages.say(Text.TUI_FLOW_ATTEMPTS, Integer.toString(task.attempts())));
        if (!task.reason().isEmpty()) lines.add(task.reason());
        for (var result : task.ledger()) lines.add(line(result));
        var progress = switch (task.status()) {
            case PENDING -> FlowTask.Progress.PENDING;
            case IN_PROGRESS -> FlowTask.Progress.RUNNING;
            case DONE -> FlowTask.Progress.DONE;
            case BLOCKED, FAILED -> FlowTask.Progress.STUCK;
            case SKIPPED -> FlowTask.Progress.LEFT_OUT;
        };
        var evidence = task.badge() == Badge.NONE ? "" : FlowHead.badge(messages, task.badge());
        return new FlowTask(task.id().value(), task.task().title(), progress, evidence, lines);
    }

    private String line(CheckResult result) {
        return messages.say(
                Text.FLOW_CHECK,
                result.check(),
                result.command(),
                result.ending().name().toLowerCase(Locale.ROOT),
                String.format(Locale.ROOT, "%.1f", result.millis() / 1000.0));
    }
}
