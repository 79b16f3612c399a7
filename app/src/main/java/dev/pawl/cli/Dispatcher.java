package dev.pawl.cli;

import java.util.List;

/// Runs one command line against the table: parses, explains, or hands over to the command.
///
/// @param version what `--version` prints
public record Dispatcher(CommandTable table, Console console, String version) {
    /// Answers the exit code. Wrong usage ends here, with a message on stderr.
    public int run(List<String> words) {
        try {
            return switch (ArgumentParser.parse(table, console.messages(), words)) {
                case ArgumentParser.Line.Version _ -> {
                    console.line(version);
                    yield ExitCode.OK;
                }
                case ArgumentParser.Line.Explain(var topic) -> HelpCommand.print(table, console, topic);
                case ArgumentParser.Line.Run(var command, var arguments) -> command.run(arguments);
            };
        } catch (UsageError wrong) {
            console.note(wrong.text());
            return ExitCode.USAGE;
        }
    }
}
