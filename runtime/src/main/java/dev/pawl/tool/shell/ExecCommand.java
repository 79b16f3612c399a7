package dev.pawl.tool.shell;

import dev.pawl.agent.Deed;
import dev.pawl.agent.Permit;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.card.AfterExecution;
import dev.pawl.card.Answer;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.Description;
import dev.pawl.tool.OutputTruncation;
import dev.pawl.tool.RunFolder;
import dev.pawl.tool.Workplace;
import dev.pawl.tool.patch.ApplyPatch;
import dev.pawl.tool.patch.PatchCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.Optional;

/// `exec_command`: runs a command line in a shell, without a terminal and with its input closed.
///
/// For now a command ends within its call: one that takes longer than `yield_time_ms` is waited for
/// until its time-out. A command line that is nothing but a call of `apply_patch` never reaches a
/// shell: the patch is applied here.
public final class ExecCommand implements Tool {
    private static final String NAME = "exec_command";
    private static final String PARAMETERS = """
            {"type":"object","properties":{\
            "cmd":{"type":"string","description":"Command line for the shell."},\
            "workdir":{"type":"string","description":"Folder to run in; the thread's folder if left out."},\
            "shell":{"type":"string","description":"Another shell than the user's own."},\
            "login":{"type":"boolean","description":"Run as a login shell (-l). Default: true."},\
            "yield_time_ms":{"type":"number","description":"How long to wait for output."},\
            "max_output_tokens":{"type":"number","description":"Output beyond this is cut in the middle."},\
            "timeout_ms":{"type":"number","description":"The command is ended after this time. Default: 5 minutes."},\
            "sandbox_permissions":{"type":"string","enum":["use_default","require_escalated"],\
            "description":"require_escalated asks the user to let this one command run without the sandbox."},\
            "justification":{"type":"string","description":"With require_escalated: why, in one sentence."}},\
            "required":["cmd"],"additionalProperties":false}""";

    private final Workplace workplace;
    private final ApplyPatch patches;
    private final ToolSpec spec;

    public ExecCommand(Workplace workplace, ApplyPatch patches) {
        this.workplace = workplace;
        this.patches = patches;
        this.spec = new ToolSpec.Function(NAME, Description.of(ExecCommand.class, "exec_command.md"), PARAMETERS);
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
            var request = CommandRequest.of(call, workplace);
            var patch = patch(request);
            if (patch.isPresent()) return patches.preview(patch.get(), request.folder());
            return new Detail.Command(request.shown(), request.folder().toString());
        } catch (BadArguments unreadable) {
            return new Detail.Nothing();
        }
    }

    @Override
    public Deed deed(Item.ToolCall call) {
        try {
            var request = CommandRequest.of(call, workplace);
            var patch = patch(request);
            if (patch.isPresent()) return patches.deed(patch.get(), request.folder());
            return CommandDeed.of(request, workplace);
        } catch (BadArguments unreadable) {
            return new Deed.Look();
        }
    }

    @Override
    public Outcome run(Item.ToolCall call, Permit permit, Output output) throws InterruptedException {
        try {
            var request = CommandRequest.of(call, workplace);
            var patch = patch(request);
            if (patch.isPresent()) return patches.run(call.call(), patch.get(), request.folder(), permit);
            return execute(call, request, output);
        } catch (BadArguments unreadable) {
            return Outcome.failed(String.valueOf(unreadable.getMessage()));
        }
    }

    private static Optional<PatchCommand> patch(CommandRequest request) {
        return PatchCommand.in(request.argv());
    }

    private Outcome execute(Item.ToolCall call, CommandRequest request, Output output) throws InterruptedException {
        try {
            return told(call, request, new CommandRun(workplace, request, call.call()).run(output));
        } catch (NoSuchFileException noFolder) {
            return notStarted(request, "No such file or directory (os error 2)");
        } catch (IOException notStarted) {
            return notStarted(request, String.valueOf(notStarted.getMessage()));
        }
    }

    private static Outcome notStarted(CommandRequest request, String why) {
        return Outcome.failed(
                "exec_command failed for `" + request.shown() + "`: CreateProcess { message: " + quoted(why) + " }");
    }

    private Outcome told(Item.ToolCall call, CommandRequest request, CommandRun.Ended ended) {
        var limit = Math.min(request.maxOutputTokens(), workplace.limits().outputTokens());
        var text = "Chunk ID: " + chunkId(call) + "\nWall time: "
                + String.format(Locale.ROOT, "%.4f", ended.nanos() / 1e9) + " seconds\nProcess exited with code "
                + ended.exitCode() + "\nOriginal token count: " + OutputTruncation.tokens(ended.output())
                + "\nOutput:\n" + OutputTruncation.announced(ended.output(), limit);
        var ran = new Detail.Ran(
                request.shown(),
                request.folder().toString(),
                ended.exitCode(),
                ended.output(),
                ended.nanos() / 1_000_000);
        var answer = ended.exitCode() == 0 ? Answer.SUCCESS : Answer.FAILED;
        return new Outcome(answer, AfterExecution.CONTINUE, text, ran);
    }

    /// Six digits that name the piece of output. Made from the call, so that it needs no dice.
    private static String chunkId(Item.ToolCall call) {
        return RunFolder.hash(call.call().value().getBytes(StandardCharsets.UTF_8))
                .substring(0, 6);
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }
}
