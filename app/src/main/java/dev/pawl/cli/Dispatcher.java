package dev.pawl.cli;

import java.util.List;

/// Runs one command line against the table: parses, explains, or hands over to the command.
///
/// @param version what `--version` prints
public record Dispatcher(CommandTable table, Console console, String version) {
    /// Answers the exit code. Wrong usage ends here, with a message on stderr.
    public int run(List<String> words) {
        try {
            var line = ArgumentParser.parse(table, console.messages(), words);
            // Not a switch: a switch over types makes the JVM spin a class, some ms of every start.
            if (line instanceof ArgumentParser.Line.Run(var command, var arguments)) return command.run(arguments);
            if (line instanceof ArgumentParser.Line.Explain(var topic)) return HelpCommand.print(table, console, topic);
            console.line(version);
            return ExitCode.OK;
        } catch (UsageError wrong) {
            console.note(wrong.text());
            return ExitCode.USAGE;
        }
    }
}
