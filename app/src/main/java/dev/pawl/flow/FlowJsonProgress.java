package dev.pawl.flow;

import dev.pawl.cli.Console;
import dev.pawl.json.Json;
import dev.pawl.json.WorkflowCodec;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.FlowStatus;
import dev.pawl.runner.FlowWords;
import dev.pawl.runner.Spent;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/// Progress for a program: the workflow after each change, one object on each line.
final class FlowJsonProgress implements FlowListener {
    private final Console console;
    private final FlowWords words;
    private final int most;

    FlowJsonProgress(Console console, FlowWords words, int most) {
        this.console = console;
        this.words = words;
        this.most = most;
    }

    @Override
    public void changed(Workflow flow, List<WorkflowChange> changes, Supplier<Spent> spent) {
        var status = FlowStatus.brief(flow, most, Optional.empty(), words, spent.get())
                .json();
        console.line(status.with(
                        "changes",
                        Json.strings(changes.stream().map(WorkflowCodec::type).toList()))
                .write());
    }

    @Override
    public void warned(String text) {
        console.note(text);
    }
}
