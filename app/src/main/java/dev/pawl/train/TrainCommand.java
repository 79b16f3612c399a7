package dev.pawl.train;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Subcommand;
import dev.pawl.resource.Version;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.List;

/// `pawl __train`: walks what short commands load, so that the JVM can put it into its start-up
/// cache.
///
/// Run by the launcher with a home of its own. A command that must start fast belongs in [#LINES].
public record TrainCommand(Program program, Console console) implements Subcommand {
    private static final List<List<String>> LINES = List.of(
            List.of("--version"),
            List.of("help"),
            List.of("help", "config", "show"),
            List.of("config", "show"),
            List.of("config", "show", "--json", "-c", "model=a"),
            List.of("config", "path"),
            List.of("completion", "bash"),
            List.of("doctor"),
            List.of("doctor", "--json"),
            List.of("approvals", "list"),
            List.of("mcp", "list"),
            List.of("sandbox", "--", "true"),
            List.of("undo", "--list"),
            List.of("apply-patch", "*** Begin Patch\n*** End Patch"),
            List.of("no-such-command"));

    @Override
    public CommandUsage usage() {
        return CommandUsage.of("__train", "walk what short commands load");
    }

    @Override
    public int run(Arguments arguments) {
        var nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
        var silent = new Console(nowhere, nowhere, console.messages(), false);
        var table = program.commands(silent);
        for (var line : LINES) new Dispatcher(table, silent, Version.NUMBER).run(line);
        try {
            new Rehearsal(silent, program).run();
        } catch (IOException noSocket) {
            console.note("turns were not rehearsed: " + noSocket.getMessage());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return ExitCode.OK;
    }
}
