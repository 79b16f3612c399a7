package dev.pawl.direct;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.agent.approval.ApprovalContext;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Stdin;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.resource.FileTrouble;
import dev.pawl.tool.OutputLimits;
import dev.pawl.tool.ToolEnvironment;
import dev.pawl.tool.patch.PatchRecovery.Recovered;
import dev.pawl.tool.patch.ShellPatch;
import dev.pawl.tool.sandbox.boundary.Confinement;
import dev.pawl.tool.sandbox.boundary.Network;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/// `pawl apply-patch`: the agent's patch tool from a shell, with Codex's output and exit codes.
///
/// @param homes where Pawl's own files lie
public record ApplyPatchCommand(Console console, Function<Arguments, Path> homes, Stdin stdin) implements Subcommand {
    private static final ThreadId NO_THREAD = new ThreadId("apply-patch");
    private static final Path NO_SHELL = Path.of("/bin/false");

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("apply-patch", "change files by a patch, all of it or nothing")
                .with(
                        Option.value("--cwd", "DIR", "where the patch's paths start; nothing outside is written")
                                .or("-C", "--cd"),
                        Option.value("--add-dir", "DIR", "another folder that may be written")
                                .repeating(),
                        Option.flag("--protected", "also change what steers later runs: .git, .pawl, AGENTS.md …"))
                .taking(Operand.atMostOne("PATCH", "the patch, from *** Begin Patch to *** End Patch; - reads stdin"))
                .example("pawl apply-patch < fix.patch")
                .example("pawl apply-patch --cwd src \"$(cat fix.patch)\"     # paths start in src")
                .example("pawl apply-patch --json < fix.patch          # what changed, with diffs");
    }

    @Override
    public int run(Arguments arguments) {
        var patch = patch(arguments);
        var toolEnvironment = toolEnvironment(arguments);
        try (var patches = ShellPatch.open(toolEnvironment)) {
            tell(patches.settle());
            return switch (patches.apply(patch)) {
                case ShellPatch.Result.Applied applied -> show(applied, arguments.has("--json"));
                case ShellPatch.Result.Failed(var why) -> fail(why, arguments.has("--json"));
            };
        } catch (IOException cannot) {
            console.note("nothing was changed: " + toolEnvironment.runFolder() + " cannot be used: "
                    + FileTrouble.of(cannot));
            return ExitCode.FAILED;
        }
    }

    private String patch(Arguments arguments) {
        var given = arguments.optionalWord("PATCH").filter(word -> !word.equals("-"));
        if (given.isPresent()) return given.get();
        if (stdin.isTerminal() && arguments.optionalWord("PATCH").isEmpty()) {
            throw new UsageError("which patch?\n  pawl apply-patch 'PATCH', or echo 'PATCH' | pawl apply-patch");
        }
        try {
            var bytes = stdin.stream().readAllBytes();
            if (bytes.length == 0) throw new UsageError("no patch on stdin\n  pawl apply-patch < fix.patch");
            return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
        } catch (CharacterCodingException notText) {
            throw new UsageError("the patch on stdin is no UTF-8 text");
        } catch (IOException gone) {
            throw new UsageError("the patch cannot be read from stdin: " + FileTrouble.of(gone));
        }
    }

    private ToolEnvironment toolEnvironment(Arguments arguments) {
        var cwd = folder(arguments.value("--cwd").orElse(""));
        var roots = new ArrayList<>(List.of(cwd));
        arguments.values("--add-dir").forEach(dir -> roots.add(folder(dir)));
        // A project has protected names, a scratch folder has none.
        var open = arguments.has("--protected");
        var confinement = new Confinement(
                ApprovalContext.Mode.WORKSPACE_WRITE,
                open ? List.of() : roots,
                open ? roots : List.of(),
                List.of(),
                Network.OFF);
        var shell = new ToolEnvironment.Shell(NO_SHELL, Map.of());
        return new ToolEnvironment(NO_THREAD, cwd, confinement, homes.apply(arguments), shell, OutputLimits.usual());
    }

    private static Path folder(String word) {
        try {
            var folder = Path.of(word).toAbsolutePath().normalize();
            if (Files.isDirectory(folder)) return folder;
            throw new UsageError("not a folder: " + folder);
        } catch (InvalidPathException impossible) {
            throw new UsageError("not a folder: " + impossible.getMessage());
        }
    }

    private void tell(Recovered recovered) {
        switch (recovered) {
            case Recovered.Nothing _ -> {}
            case Recovered.Finished _ -> console.note("an earlier patch that was cut short is finished now");
            case Recovered.Undone _ -> console.note("an earlier patch that was cut short is undone");
            case Recovered.Disputed(var paths) ->
                console.note(
                        "an earlier patch was cut short, and these files were changed since; they were left alone: "
                                + String.join(", ", paths));
        }
    }

    private int show(ShellPatch.Result.Applied applied, boolean json) {
        if (!json) {
            console.line(applied.summary().stripTrailing());
            return ExitCode.OK;
        }
        for (var change : applied.changes()) {
            console.line(Json.object()
                    .with("path", change.path())
                    .with("kind", change.kind().name().toLowerCase(Locale.ROOT))
                    .with("moved_to", change.movedTo())
                    .with("diff", change.diff())
                    .write());
        }
        return ExitCode.OK;
    }

    private int fail(String why, boolean json) {
        if (json) console.line(Json.object().with("error", why).write());
        console.plain(why);
        return ExitCode.FAILED;
    }
}
