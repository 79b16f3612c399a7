package dev.pawl.threads;

import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Option;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.gateway.ForkReply;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.thread.ChatThread;

/// `pawl threads fork`: a new thread that goes on after any turn of another.
public record ForkCommand(Console console, Library.Opener opener) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of("threads fork", "a new thread that goes on after a turn of another")
                .with(Option.value("--at", "TURN", "after this turn; else after the last that is over"))
                .taking(Operand.one("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl threads fork last")
                .example("pawl threads fork last --at 0192f0c2-…     # pawl threads show lists the turns");
    }

    @Override
    public int run(Arguments arguments) {
        try (var library = opener.open(arguments)) {
            var source = ThreadWord.find(library.gateway(), arguments.word("THREAD"));
            var until = arguments
                    .value("--at")
                    .map(TurnId::new)
                    .or(() -> library.keeping().lastTurn(source.id()))
                    .orElseThrow(() -> new UsageError("thread " + source.id() + " has no turn that is over"));
            var now = library.now();
            var fork = new ChatThread(
                    new ThreadId(library.host().fresh()),
                    source.title(),
                    source.source(),
                    source.id().value(),
                    false,
                    source.setup(),
                    now,
                    now);
            return switch (library.keeping().fork(source.id(), until, fork)) {
                case ForkReply.Refused(var why) -> {
                    console.note(why);
                    yield ExitCode.FAILED;
                }
                case ForkReply.Forked(var turn, var cards) -> {
                    if (arguments.has("--json")) {
                        console.line(new JsonLine()
                                .put("thread", fork.id().value())
                                .put("forked_from", source.id().value())
                                .put("turn", turn.value())
                                .put("cards", cards)
                                .toString());
                    } else console.line(fork.id().value());
                    yield ExitCode.OK;
                }
            };
        }
    }
}
