package dev.pawl.flow;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Text;
import dev.pawl.cli.UsageError;
import dev.pawl.flow.FlowCommand.Kind;
import dev.pawl.resource.FileTrouble;
import dev.pawl.runner.FlowListener;
import dev.pawl.runner.WorkflowControl;
import dev.pawl.runner.WorkflowRun;
import dev.pawl.runner.folder.ContextEdits;
import dev.pawl.workflow.FlowOutcome;
import dev.pawl.workflow.Intervention;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore.Committed;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// One command of `pawl flow`: what a person asks is kept first, then the workflow goes on here
/// until it rests or needs a person.
final class FlowCommandRun {
    private final FlowHost host;
    private final Console console;
    private final Arguments arguments;
    private final FlowListener listener;
    private final WorkflowControl control;
    private final FlowShow show;

    FlowCommandRun(FlowHost host, Console console, Arguments arguments, FlowListener listener) {
        this.host = host;
        this.console = console;
        this.arguments = arguments;
        this.listener = listener;
        this.control = new WorkflowControl(host.site(), listener);
        this.show = new FlowShow(host, console, arguments);
    }

    int run(Kind kind) throws IOException, InterruptedException {
        takeEdits();
        return switch (kind) {
            case START -> start();
            case STATUS -> show.status(control.read());
            case PLAN -> show.plan(flow(), arguments.has("--diff"));
            case CONFIRM -> confirm();
            case MODIFY -> goOn(control.give(new WorkflowCommand.Modify(arguments.word("TEXT"))));
            case CANCEL -> cancel();
            case PAUSE -> pause();
            case RESUME -> resume();
            case STOP -> goOn(control.give(new WorkflowCommand.Stop("stopped by a person")));
            case FIX -> fix();
            case RETRY -> goOn(control.give(new WorkflowCommand.Intervene(Intervention.RETRY, "")));
            case SKIP -> goOn(control.give(new WorkflowCommand.Intervene(Intervention.SKIP, "")));
            case ROLLBACK -> rollBack();
            case ABANDON -> abandon();
            case ARCHIVE -> archive();
            case HISTORY -> show.history();
        };
    }

    /// A file that cannot be read or written keeps no command from the journal.
    private void takeEdits() {
        try {
            new ContextEdits(host.folder().context(), listener::warned).apply(control);
        } catch (IOException unusable) {
            listener.warned("active_context.md could not be used: " + FileTrouble.of(unusable));
        }
    }

    private Workflow flow() {
        return control.read().flow();
    }

    private int start() throws IOException, InterruptedException {
        var wish = arguments.optionalWord("REQUIREMENT");
        if (wish.isEmpty()) return show.status(control.read());
        if (wish.get().isBlank()) throw new UsageError("the requirement is empty\n  pawl flow \"what you want\"");
        var flow = flow();
        if (flow.isActive()) {
            console.note(console.say(
                    Text.FLOW_ACTIVE, flow.state().name(), flow.origin().requirement()));
            return ExitCode.FAILED;
        }
        if (!host.mayWorkHere()) {
            console.note("Not inside a trusted directory and --skip-git-repo-check was not specified.");
            return ExitCode.UNTRUSTED;
        }
        // A turn that the workflow before left open is ended first.
        if (flow.turn().isPresent()) new WorkflowRun(host.site(), listener, host.self()).run();
        var thread = host.openThread(title(wish.get()));
        var setup = thread.setup();
        return goOn(control.give(new WorkflowCommand.Begin(
                "flow-" + host.site().turns().fresh(),
                thread.id(),
                wish.get(),
                arguments.has("--quick"),
                setup.sandbox(),
                setup.approval())));
    }

    private static String title(String wish) {
        var first = wish.strip().lines().findFirst().orElse("");
        return "flow: " + (first.length() > 80 ? first.substring(0, 80) + "…" : first);
    }

    private int confirm() throws IOException, InterruptedException {
        var hold = arguments.has("--hold");
        var committed = control.confirm(arguments.value("--hash"), !hold);
        if (hold && committed instanceof Committed.Done) {
            if (!arguments.has("--json")) console.note(console.say(Text.FLOW_HELD));
            return show.ended(control.read(), ExitCode.OK);
        }
        return goOn(committed);
    }

    private int cancel() throws IOException, InterruptedException {
        var path = flow().plan().path();
        var committed = control.cancel("cancelled by a person");
        if (committed instanceof Committed.Refused) return goOn(committed);
        if (!arguments.has("--json")) console.note(console.say(Text.FLOW_CANCELLED, path.isEmpty() ? "–" : path));
        new WorkflowRun(host.site(), listener, host.self()).run();
        return show.ended(control.read(), ExitCode.OK);
    }

    private int pause() throws IOException {
        var committed = control.give(new WorkflowCommand.Suspend("by a person"));
        if (committed instanceof Committed.Refused refused) return show.refused(refused);
        if (arguments.has("--now")) control.endTurn("the workflow is paused");
        return show.ended(control.read(), ExitCode.OK);
    }

    private int resume() throws IOException, InterruptedException {
        var flow = flow();
        if (!flow.isActive()) return show.status(control.read());
        if (flow.isPaused()) return goOn(control.give(new WorkflowCommand.Proceed()));
        return arguments.has("--no-wait") ? show.status(control.read()) : drive();
    }

    private int fix() throws IOException, InterruptedException {
        var text = arguments.optionalWord("TEXT").orElse("");
        var how = text.isBlank() ? Intervention.MANUAL_FIX : Intervention.GUIDANCE;
        return goOn(control.give(new WorkflowCommand.Intervene(how, text)));
    }

    private int abandon() throws IOException, InterruptedException {
        if (flow().state() == WorkflowState.EXECUTING && !flow().isPaused())
            control.give(new WorkflowCommand.Suspend("to be abandoned"));
        return goOn(control.give(new WorkflowCommand.Abandon("abandoned by a person")));
    }

    private int archive() throws IOException, InterruptedException {
        if (flow().state() == WorkflowState.ARCHIVING) return drive();
        return goOn(control.give(new WorkflowCommand.CompleteArchive("")));
    }

    private int rollBack() throws IOException, InterruptedException {
        var flow = flow();
        var works = flow.state() == WorkflowState.EXECUTING || flow.state() == WorkflowState.AUTO_FIX;
        if (!works && flow.state() != WorkflowState.BLOCKED)
            return goOn(control.give(new WorkflowCommand.RollBack("", 0, List.of(), List.of(), "")));
        var target =
                arguments.has("--base") ? flow.marks().base() : flow.marks().last();
        var preview = host.folder().preview(flow, target);
        show.preview(preview);
        if (arguments.has("--dry-run")) return ExitCode.OK;
        var question = console.say(
                Text.FLOW_ROLLBACK_ASK, Integer.toString(preview.restored().size()));
        if (!arguments.has("--yes") && !host.agrees(question)) {
            console.note(console.say(Text.FLOW_NOTHING_CHANGED));
            return ExitCode.FAILED;
        }
        if (works) control.give(new WorkflowCommand.Stop("to be rolled back"));
        var run = new WorkflowRun(host.site(), listener, host.self());
        var done = run.rollBack(Optional.of(target.id()));
        if (done.isEmpty()) {
            console.note(console.say(Text.FLOW_RUN_ELSEWHERE));
            return ExitCode.FAILED;
        }
        if (done.get() instanceof Committed.Refused refused) return show.refused(refused);
        run.run();
        show.rolledBack(done.get());
        return show.ended(control.read(), ExitCode.OK);
    }

    /// The command is kept: the workflow goes on here, unless another process runs it.
    private int goOn(Committed committed) throws IOException, InterruptedException {
        if (committed instanceof Committed.Refused refused) return show.refused(refused);
        return arguments.has("--no-wait") ? show.ended(control.read(), ExitCode.OK) : drive();
    }

    private int drive() throws IOException, InterruptedException {
        if (arguments.has("--json") || arguments.has("--quiet")) return drive(listener);
        var thread = flow().origin().thread();
        try (var watch = new TurnWatch(console, host.gateway(), alarm -> host.follow(thread, alarm), listener)) {
            return drive(watch);
        }
    }

    private int drive(FlowListener shown) throws IOException, InterruptedException {
        while (true) {
            switch (new WorkflowRun(host.site(), shown, host.self()).run()) {
                case RESTS -> {
                    return show.ended(control.read(), code(flow()));
                }
                case TAKEN -> follow(shown);
                case WAITS -> {
                    var isAsked = !arguments.has("--json") && !arguments.has("--no-ask") && host.hasPerson();
                    show.waits(flow(), isAsked);
                    host.callAttention("Pawl: a workflow needs you");
                    if (isAsked && host.askPerson(flow().origin().thread())) continue;
                    return show.ended(control.read(), ExitCode.WAITING);
                }
            }
        }
    }

    /// Shows what another process does until it leaves the workflow.
    private void follow(FlowListener shown) throws InterruptedException {
        var seen = control.read();
        if (!arguments.has("--json"))
            show.runner(seen).ifPresent(words -> console.note(console.say(Text.FLOW_TAKEN, words)));
        new FlowFollow(host.site(), shown).follow();
    }

    private static int code(Workflow flow) {
        if (flow.isPaused()) return ExitCode.FAILED;
        var outcome = flow.memo().outcome();
        return outcome == FlowOutcome.PARTIAL || outcome == FlowOutcome.ABANDONED ? ExitCode.FAILED : ExitCode.OK;
    }
}
