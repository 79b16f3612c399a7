package dev.pawl.trial;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandTable;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.Dispatcher;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.Messages;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// A trial as a command: runs it and prints its figures as the last line of stdout.
public record TrialCommand(Trial trial, Console console) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return trial.usage();
    }

    @Override
    public int run(Arguments arguments) {
        try {
            var figures = trial.run(arguments);
            for (var target : figures.missed()) console.note("missed: " + target);
            console.line(figures.toJson());
            return figures.missed().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
        } catch (IOException broken) {
            return brokenOff(String.valueOf(broken.getMessage()));
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return brokenOff("interrupted");
        }
    }

    private int brokenOff(String why) {
        console.note(usage().name() + ": " + why);
        console.line(new Figures(usage().name()).miss(why).put("error", why).toJson());
        return ExitCode.FAILED;
    }

    /// Runs the command line of `./bench` or `./campaign` against their trials; answers the exit
    /// code.
    public static int dispatch(String program, String about, List<Trial> trials, List<String> words) {
        var console = new Console(System.out, System.err, new Messages(Messages.Language.EN), false);
        var commands = new ArrayList<TrialCommand>();
        for (var trial : trials) commands.add(new TrialCommand(trial, console));
        var help = Option.flag("--help", "this text").or("-h");
        var table = new CommandTable(program, about, List.of(help), commands);
        return new Dispatcher(table, console, program).run(words);
    }
}
