package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.Text;
import dev.pawl.cli.ThreadWord;

/// `pawl stop`: ends the turn of a thread from any process, and those queued behind it, whether it
/// runs, waits for a person, or was interrupted with its process. The thread stays.
public record StopCommand(Console console, Library.Opener opener) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of(
                        "stop", "end the turn of a thread: one that runs, waits or was interrupted, and those queued")
                .with(Option.flag("--json", "one JSON object for each turn that was ended"))
                .taking(Operand.one("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl stop last")
                .example("pawl stop 0192f0c1 && pawl undo 0192f0c1      # and take its changes back");
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var thread = ThreadWord.find(library.gateway(), arguments.word("THREAD"));
            var stopped = library.keeping().stop(thread.id(), "stopped by the user");
            for (var turn : stopped) {
                console.line(
                        arguments.has("--json")
                                ? new JsonLine()
                                        .put("thread", thread.id().value())
                                        .put("turn", turn.value())
                                        .put("done", "stopped")
                                        .toString()
                                : thread.id() + "  " + turn + "  stopped");
            }
            if (stopped.isEmpty())
                console.note(console.say(Text.NOTHING_TO_STOP, thread.id().value()));
            return ExitCode.OK;
        }
    }
}
