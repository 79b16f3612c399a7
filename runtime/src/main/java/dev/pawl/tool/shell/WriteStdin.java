package dev.pawl.tool.shell;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Deferred;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.Fingerprint;
import dev.pawl.tool.ToolArguments;
import dev.pawl.tool.ToolEnvironment;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// `write_stdin`: types into a command that outlived its call, or only looks what it has written.
public final class WriteStdin implements Tool {
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "session_id":{"type":"number","description":"The number that exec_command answered with."},\
            "chars":{"type":"string","description":"What to type; left out: only look. \\u0003 interrupts."},\
            "yield_time_ms":{"type":"number","description":"How long to wait for output."},\
            "max_output_tokens":{"type":"number","description":"Output beyond this is cut in the middle."}},\
            "required":["session_id"],"additionalProperties":false}""";
    private static final String CTRL_C = "\u0003";
    private static final long USUAL_OUTPUT_TOKENS = 10_000;
    private static final long AFTER_TYPING_MILLIS = 250;
    private static final long MOST_AFTER_TYPING_MILLIS = 30_000;
    private static final long LEAST_POLL_MILLIS = 5_000;
    private static final long MOST_POLL_MILLIS = 300_000;
    private static final long REACTION_NANOS = 100_000_000;

    private final ToolEnvironment toolEnvironment;
    private final Terminals terminals;
    private final ToolSpec spec;

    public WriteStdin(ToolEnvironment toolEnvironment, Terminals terminals) {
        this.toolEnvironment = toolEnvironment;
        this.terminals = terminals;
        this.spec =
                new ToolSpec.Function("write_stdin", Description.of(WriteStdin.class, "write_stdin.md"), PARAMETERS);
    }

    @Override
    public ToolSpec spec() {
        return spec;
    }

    @Override
    public Replay replay() {
        return Replay.EFFECT;
    }

    @Override
    public boolean runsBesideOthers() {
        return true;
    }

    @Override
    public Detail preview(Item.ToolCall call) {
        return new Detail.Nothing();
    }

    /// What is typed is a command of its own: a yes to the command it is typed into was given for
    /// that one's words. Without a sandbox around it, it leaves the sandbox.
    @Override
    public Intent intent(Item.ToolCall call) {
        try {
            var arguments = ToolArguments.of(call);
            var keys = arguments.optionalText("chars").orElse("");
            var id = (int) arguments.number("session_id");
            var terminal = terminals.use(toolEnvironment.thread(), id);
            if (keys.isEmpty() || keys.equals(CTRL_C) || terminal.isEmpty()) return new Intent.ReadOnly();
            var shown = terminal.get().request().shown();
            var folder = terminal.get().request().folder().toString();
            var print = Fingerprint.of(List.of("keys", shown, folder, Integer.toString(id), keys));
            var evidence = new Intent.Evidence(List.of("typed into " + shown), List.of(), print);
            var wish = new Intent.Wish(!terminal.get().isConfined(), "");
            return new Intent.Command(List.of(shown, keys), keys, List.of(), folder, wish, Deferred.of(evidence));
        } catch (BadArguments unreadable) {
            return new Intent.ReadOnly();
        }
    }

    /// An interrupt ends the wait, not the command: it belongs to the thread, not to this call.
    /// What the command writes is shown at the call that started it.
    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        try {
            var arguments = ToolArguments.of(call);
            var id = (int) arguments.number("session_id");
            var keys = arguments.optionalText("chars").orElse("");
            var terminal = terminals.use(toolEnvironment.thread(), id);
            if (terminal.isEmpty()) return Outcome.failed("write_stdin failed: Unknown process id " + id);
            var wait = keys.isEmpty()
                    ? CommandRequest.patience(arguments, LEAST_POLL_MILLIS, LEAST_POLL_MILLIS, MOST_POLL_MILLIS)
                    : CommandRequest.patience(
                            arguments, AFTER_TYPING_MILLIS, AFTER_TYPING_MILLIS, MOST_AFTER_TYPING_MILLIS);
            if (!keys.isEmpty()) type(terminal.get(), keys);
            var look = terminal.get().look(wait.toNanos() + (keys.isEmpty() ? 0 : REACTION_NANOS));
            if (look.exitCode().isPresent()) terminals.forget(id);
            var limit = Math.min(
                    arguments.number("max_output_tokens", USUAL_OUTPUT_TOKENS),
                    toolEnvironment.limits().outputTokens());
            var keptAs = look.exitCode().isPresent() ? OptionalInt.empty() : OptionalInt.of(id);
            return new CommandResult(look, keptAs, limit).of(call, detail(terminal.get(), look));
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        } catch (IOException closed) {
            return Outcome.failed("write_stdin failed: " + closed.getMessage());
        }
    }

    /// People see the end of a command where they saw it begin: at the call that started it.
    private static Detail detail(Terminal terminal, Terminal.Snapshot look) {
        if (look.exitCode().isEmpty()) return new Detail.Nothing();
        return new Detail.Ran(
                terminal.request().shown(),
                terminal.request().folder().toString(),
                look.exitCode().getAsInt(),
                terminal.whole(look),
                terminal.ageNanos() / 1_000_000,
                Optional.of(terminal.call()));
    }

    private static void type(Terminal terminal, String keys) throws IOException {
        if (terminal.hasExited()) return; // its end is told below
        if (terminal.takesKeys()) terminal.type(keys);
        else if (keys.equals(CTRL_C)) terminal.interrupt();
        else
            throw new IOException(
                    "stdin is closed for this session; rerun exec_command with tty=true to keep stdin open");
    }
}
