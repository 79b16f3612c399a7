package dev.pawl.exec;

import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.cli.Arguments;
import dev.pawl.cli.CommandUsage;
import dev.pawl.cli.Console;
import dev.pawl.cli.ExitCode;
import dev.pawl.cli.JsonLine;
import dev.pawl.cli.Operand;
import dev.pawl.cli.Subcommand;
import dev.pawl.cli.ThreadWord;
import dev.pawl.cli.UsageError;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.ThreadChange;
import java.util.Optional;

/// `pawl threads compact`: the model's summary takes the place of a long history. The same turn
/// that `thread/compact/start` begins.
public record CompactCommand(Console console, Engine.Starter starter) implements Subcommand {
    @Override
    public CommandUsage usage() {
        return CommandUsage.of(
                        "threads compact", "put a summary in the place of a thread's history, to free its context")
                .taking(Operand.one("THREAD", "a thread's id, the beginning of it, or last"))
                .example("pawl threads compact last      # briefings, plan and your own words stay as they are")
                .example("pawl threads show last         # the log keeps all that was said");
    }

    @Override
    public int run(Arguments arguments) {
        try (var engine = starter.start(arguments)) {
            var thread = ThreadWord.find(engine.gateway(), arguments.word("THREAD"));
            if (engine.gateway().activeTurn(thread.id()).isPresent()) {
                console.note("a turn is under way in thread " + thread.id() + ": nothing was changed\n  pawl wait "
                        + thread.id() + " comes back when it is over");
                return ExitCode.FAILED;
            }
            if (engine.gateway().lastEvent(thread.id()) == 0
                    && thread.forkedFrom().isEmpty()) {
                throw new UsageError("thread " + thread.id() + " has no history yet");
            }
            var reporter = new Told(thread, arguments.has("--json"));
            return new ExecRun(engine, reporter, console, arguments, Optional.empty()).compact(thread);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return ExitCode.FAILED;
        }
    }

    private final class Told implements Reporter {
        private final ChatThread thread;
        private final boolean json;
        private long tokens;
        private String box = "";

        Told(ChatThread thread, boolean json) {
            this.thread = thread;
            this.json = json;
        }

        @Override
        public void began(ChatThread begun) {}

        @Override
        public void report(ThreadChange change) {
            if (change instanceof ThreadChange.TokensCounted(var _, var counted))
                tokens = counted.last().total();
            if (change instanceof ThreadChange.Compacted(var _, var fresh)) box = fresh.value();
            if (change instanceof ThreadChange.TurnEnded ended) ended(ended.deliverable());
        }

        private void ended(Item.Deliverable end) {
            if (end.outcome() != Outcome.SUCCESS) {
                console.note("thread " + thread.id() + " was not compacted, its history stays as it is: "
                        + (end.error().isEmpty() ? end.text() : end.error()));
            } else if (json) {
                console.line(new JsonLine()
                        .put("thread", thread.id().value())
                        .put("done", "compacted")
                        .put("box", box)
                        .put("tokens", tokens)
                        .toString());
            } else console.line(thread.id() + "  compacted to about " + tokens + " tokens");
        }
    }
}
