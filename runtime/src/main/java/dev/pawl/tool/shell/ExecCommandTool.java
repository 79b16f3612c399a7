package dev.pawl.tool.shell;

import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.Intent;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.patch.PatchCommand;
import dev.pawl.tool.sandbox.NoSandbox;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.KeptPlaces;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/// `exec_command`: runs a command line in a shell, inside the sandbox, with a terminal or without.
///
/// A command that takes longer than `yield_time_ms` outlives its call: it is kept among the
/// [Terminals] and asked for with `write_stdin`. A command line that is nothing but a call of
/// `apply_patch` never reaches a shell: the patch is applied here.
public final class ExecCommandTool implements Tool {
    private static final String NAME = "exec_command";
    private static final int TIMED_OUT = 124;
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "cmd":{"type":"string","description":"Command line for the shell."},\
            "workdir":{"type":"string","description":"Folder to run in; the thread's folder if left out."},\
            "shell":{"type":"string","description":"Another shell than the user's own."},\
            "login":{"type":"boolean","description":"Run as a login shell (-l). Default: true."},\
            "tty":{"type":"boolean","description":"Give it a terminal that write_stdin can type into."},\
            "yield_time_ms":{"type":"number","description":"How long to wait for its end. Default: 10000."},\
            "max_output_tokens":{"type":"number","description":"Output beyond this is cut in the middle."},\
            "timeout_ms":{"type":"number","description":"The command is ended after this time."},\
            "sandbox_permissions":{"type":"string","enum":["use_default","require_escalated"],\
            "description":"require_escalated asks the user to let this one command run without the sandbox."},\
            "justification":{"type":"string","description":"With require_escalated: why, in one sentence."}},\
            "required":["cmd"],"additionalProperties":false}""";

    private final ToolEnvironment toolEnvironment;
    private final ApplyPatch patches;
    private final Terminals terminals;
    private final ToolSpec spec;

    public ExecCommandTool(ToolEnvironment toolEnvironment, ApplyPatch patches, Terminals terminals) {
        this.toolEnvironment = toolEnvironment;
        this.terminals = terminals;
        this.patches = patches;
        this.spec = new ToolSpec.Function(NAME, Description.of(ExecCommandTool.class, "exec_command.md"), PARAMETERS);
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
        try {
            var request = CommandRequest.of(call, toolEnvironment);
            var patch = patch(request);
            if (patch.isPresent()) return patches.preview(patch.get(), request.folder());
            return new Detail.Command(request.shown(), request.folder().toString());
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    @Override
    public Outcome.Done run(Item.ToolCall call, RunMode runMode, Output output) throws InterruptedException {
        try {
            var request = CommandRequest.of(call, toolEnvironment);
            var patch = patch(request);
            if (patch.isPresent()) return patches.run(call.call(), patch.get(), request.folder(), runMode);
            var place = runMode == RunMode.FREE ? outside() : toolEnvironment;
            return execute(call, request, place, output);
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }

    @Override
    public Intent intent(Item.ToolCall call) {
        try {
            var request = CommandRequest.of(call, toolEnvironment);
            var patch = patch(request);
            if (patch.isPresent()) return patches.intent(patch.get(), request.folder());
            return CommandIntent.of(request, toolEnvironment);
        } catch (BadArguments unreadable) {
            return new Intent.ReadOnly();
        }
    }

    /// A git out there must not meet a repository of the agent's that runs programs.
    private ToolEnvironment outside() {
        KeptPlaces.checkMadeRepositories(toolEnvironment.confinement());
        return toolEnvironment.with(Confinement.none());
    }

    private static Optional<PatchCommand> patch(CommandRequest request) {
        return PatchCommand.in(request.argv());
    }

    private Outcome.Done execute(Item.ToolCall call, CommandRequest request, ToolEnvironment place, Output output)
            throws InterruptedException {
        if (request.wish().escalated() && place.confinement().isConfined())
            return Outcome.failed(
                    "refused: the command asks to run outside of the sandbox, and nobody has allowed that");
        Terminal terminal;
        try {
            terminal = terminals.start(place, request, new Terminal.Starter(call.call(), output));
        } catch (NoSandbox refused) {
            return Outcome.failed("refused: " + refused.getMessage()
                    + ". Tell the user; read_file, list_dir and grep_files still work. They can see more with"
                    + " `pawl sandbox --probe`, or run pawl with --sandbox danger-full-access if they accept"
                    + " that commands run without one.");
        } catch (NoSuchFileException noFolder) {
            return notStarted(request, "No such file or directory (os error 2)");
        } catch (IOException notStarted) {
            return notStarted(request, String.valueOf(notStarted.getMessage()));
        }
        try {
            return follow(call, request, terminal);
        } catch (InterruptedException stopped) {
            terminal.end();
            throw stopped;
        }
    }

    /// Waits for the end of the command, for as long as its call may take. One that goes on is kept
    /// for `write_stdin`.
    private Outcome.Done follow(Item.ToolCall call, CommandRequest request, Terminal terminal)
            throws InterruptedException {
        var timeout = request.timeout().orElse(toolEnvironment.limits().commandTimeout());
        var late = timeout.compareTo(request.wish().patience()) <= 0;
        var look = terminal.look((late ? timeout : request.wish().patience()).toNanos());
        if (look.exitCode().isPresent()) return ended(call, request, look);
        if (late) return timedOut(call, request, terminal, look);
        var id = terminals.keep(toolEnvironment.thread(), terminal, call.call());
        if (request.timeout().isPresent()) endLater(terminal, timeout);
        return new CommandResult(look, OptionalInt.of(id), limit(request)).of(call, new Detail.Nothing());
    }

    private Outcome.Done timedOut(
            Item.ToolCall call, CommandRequest request, Terminal terminal, Terminal.Snapshot before)
            throws InterruptedException {
        terminal.end();
        var after = terminal.look(0);
        var notice = "command timed out after "
                + request.timeout()
                        .orElse(toolEnvironment.limits().commandTimeout())
                        .toMillis() + " milliseconds\n";
        var output = notice + before.output() + after.output();
        return ended(call, request, new Terminal.Snapshot(output, OptionalInt.of(TIMED_OUT), before.nanos()));
    }

    private static void endLater(Terminal terminal, Duration timeout) {
        Thread.ofVirtual().name("command time-out").start(() -> {
            try {
                if (!terminal.awaitExit(timeout.toNanos() - terminal.ageNanos())) terminal.end();
            } catch (InterruptedException nobodyDoes) {
                terminal.end();
            }
        });
    }

    private static Outcome.Done notStarted(CommandRequest request, String why) {
        return Outcome.failed(
                "exec_command failed for `" + request.shown() + "`: CreateProcess { message: " + quoted(why) + " }");
    }

    private Outcome.Done ended(Item.ToolCall call, CommandRequest request, Terminal.Snapshot look) {
        var ran = new Detail.Ran(
                request.shown(),
                request.folder().toString(),
                look.exitCode().orElse(0),
                look.output(),
                look.nanos() / 1_000_000);
        return new CommandResult(look, OptionalInt.empty(), limit(request)).of(call, ran);
    }

    private long limit(CommandRequest request) {
        return Math.min(request.maxOutputTokens(), toolEnvironment.limits().outputTokens());
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
