package dev.pawl.direct;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.UsageError;
import dev.pawl.host.ToolEnvironments;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.Setup;
import dev.pawl.tool.sandbox.NoSandbox;
import dev.pawl.tool.sandbox.Sandbox;
import dev.pawl.tool.sandbox.Tier;
import dev.pawl.tool.sandbox.boundary.Network;
import dev.pawl.tool.sandbox.spawn.Launch;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/// `pawl sandbox`: runs a command as the agent would, or says which sandbox this machine has.
///
/// @param places what the settings and the command line come to
public record SandboxCommand(Console console, Function<Arguments, Place> places) implements Subcommand {
    private static final ThreadId NO_THREAD = new ThreadId("sandbox");

    public record Place(ToolEnvironments environments, Setup setup) {}

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("sandbox", "run a command as the agent would, inside the sandbox")
                .with(
                        Option.value("--sandbox", "MODE", "what it may touch")
                                .or("-s")
                                .choice("read-only", "workspace-write", "danger-full-access")
                                .sets("sandbox_mode"),
                        Option.value("--cd", "DIR", "the folder to work in").or("-C"),
                        Option.value("--add-dir", "DIR", "another folder it may write to")
                                .repeating(),
                        Option.flag("--network", "let it reach the network"),
                        Option.flag("--probe", "only say which sandbox this machine has, and why"))
                .taking(Operand.rest("CMD", "the command and its words, after --"))
                .example("pawl sandbox -- npm test")
                .example("pawl sandbox --sandbox read-only -- sh -c 'touch x'    # refused by the sandbox")
                .example("pawl sandbox --probe --json");
    }

    @Override
    public int run(Arguments arguments) {
        var place = places.apply(arguments);
        var sandbox = place.environments().sandbox();
        if (arguments.has("--probe")) return show(sandbox, arguments.has("--json"));
        var words = arguments.words("CMD");
        if (words.isEmpty()) throw new UsageError("which command? pawl sandbox -- CMD, or pawl sandbox --probe");
        try {
            return run(sandbox, place, words, arguments.has("--network"));
        } catch (NoSandbox refused) {
            console.note(refused.getMessage() + ". " + sandbox.probe().remedy());
            return ExitCode.FAILED;
        } catch (IOException cannot) {
            console.note("the command cannot be started: " + cannot.getMessage());
            return 127;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private int run(Sandbox sandbox, Place place, List<String> words, boolean network)
            throws IOException, InterruptedException {
        var toolEnvironment = place.environments().of(NO_THREAD, place.setup());
        var confinement = network ? toolEnvironment.confinement().with(Network.ON) : toolEnvironment.confinement();
        var child = sandbox.start(new Launch(
                words, toolEnvironment.cwd(), toolEnvironment.shell().environment(), confinement, Optional.empty()));
        var stop = new Thread(child::release, "sandbox stop");
        Runtime.getRuntime().addShutdownHook(stop);
        try (var output = child.output()) {
            var buffer = new byte[8192];
            for (var n = output.read(buffer); n >= 0; n = output.read(buffer)) {
                console.bytes(buffer, n);
            }
            return child.waitFor();
        } finally {
            child.release();
            Runtime.getRuntime().removeShutdownHook(stop);
        }
    }

    private int show(Sandbox sandbox, boolean json) {
        var probe = sandbox.probe();
        var limits = sandbox.limits();
        if (json) {
            var tried = probe.tried().stream().map(JsonLine::quoted).collect(Collectors.joining(",", "[", "]"));
            console.line(new JsonLine()
                    .put("tier", probe.tier().number())
                    .put("detail", probe.detail())
                    .putRaw("tried", tried)
                    .put("remedy", probe.remedy())
                    .putRaw(
                            "limits",
                            new JsonLine()
                                    .put("memory_bytes", limits.memoryBytes())
                                    .put("processes", limits.processes())
                                    .put("shm_bytes", limits.sharedBytes())
                                    .toString())
                    .toString());
        } else {
            console.line("tier " + probe.tier().number() + ": " + probe.detail());
            probe.tried().forEach(line -> console.line("  tried " + line));
            if (!probe.remedy().isEmpty()) console.line("  " + probe.remedy());
            if (probe.tier() != Tier.NONE) console.line("  limits: " + limits.shown());
        }
        return probe.tier() == Tier.NONE ? ExitCode.FAILED : ExitCode.OK;
    }
}
