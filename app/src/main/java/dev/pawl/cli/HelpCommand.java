package dev.pawl.cli;

import java.util.ArrayList;

/// `pawl help [COMMAND]`.
public record HelpCommand(Console console) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("help", "explain a command")
                .taking(Operand.rest("COMMAND", "the command to explain"))
                .example("pawl help config show    # what `config show` takes");
    }

    @Override
    public int run(Arguments arguments) {
        return print(arguments.table(), console, String.join(" ", arguments.words("COMMAND")));
    }

    /// Prints help for the topic, or refuses with a suggestion.
    public static int print(CommandTable table, Console console, String topic) {
        if (!topic.isEmpty() && !table.leadsAnywhere(topic)) {
            var names = new ArrayList<String>();
            for (var usage : table.shown()) names.add(usage.name());
            names.addAll(table.nextWords(""));
            var near = Suggestion.nearest(topic, names);
            var hint = near.isPresent()
                    ? console.say(Text.DID_YOU_MEAN, near.get())
                    : console.say(Text.SEE_HELP, table.callOf("") + " --help");
            throw new UsageError(console.say(Text.UNKNOWN_TOPIC, topic) + "\n  " + hint);
        }
        console.exact(HelpText.of(table, topic, HelpWords.in(console.messages().language())));
        return ExitCode.OK;
    }
}
