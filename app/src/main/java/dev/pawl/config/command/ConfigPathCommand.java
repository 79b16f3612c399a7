package dev.pawl.config.command;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Subcommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;

/// `pawl config path`: where the configuration file is, or would be.
public record ConfigPathCommand(Console console, Function<Arguments, Path> file) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("config path", "print where the configuration file is")
                .example("$EDITOR \"$(pawl config path)\"");
    }

    @Override
    public int run(Arguments arguments) {
        var path = file.apply(arguments);
        if (arguments.has("--json")) {
            console.line(new JsonLine()
                    .put("path", path.toString())
                    .put("exists", Files.exists(path))
                    .toString());
        } else {
            console.line(path.toString());
        }
        return ExitCode.OK;
    }
}
