package dev.pawl.workspace;

import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.thread.Threads;
import dev.pawl.worker.turn.Journal;
import dev.pawl.worker.turn.Move;
import dev.pawl.worker.turn.Steps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Lets a turn wait while its folder is not there, instead of running it in an empty one. It is
/// looked for again and again; a worker that has the folder goes on with the turn.
public record FolderGuard(Steps.Maker maker, Threads threads) implements Steps.Maker {
    private static final Duration AGAIN = Duration.ofSeconds(5);

    @Override
    public Steps stepsFor(Hold hold) {
        var thread = new ThreadId(hold.gate().agent().value());
        var missing = threads.find(thread)
                .map(found -> found.setup().cwd())
                .filter(cwd -> !cwd.isEmpty() && !Files.isDirectory(Path.of(cwd)));
        return missing.isEmpty() ? maker.stepsFor(hold) : new Waiting(missing.get());
    }

    @Override
    public Item.Deliverable failure(Throwable problem) {
        return maker.failure(problem);
    }

    /// The steps of a turn without a folder.
    private record Waiting(String folder) implements Steps {
        @Override
        public Move next(Journal journal) {
            var step = journal.ids().step();
            for (var open : journal.openCalls()) {
                var call = open.call();
                journal.write(journal.entry(step, "tool." + call.tool(), gone(call)));
            }
            var need = new Wait.Need(
                    new CallId("workspace." + step),
                    "workspace",
                    Wait.Reason.WORKSPACE,
                    folder + " is not on this machine",
                    Wait.CLOCK,
                    AGAIN);
            return new Move.Await(Entry.empty(journal.ids().step()), List.of(need), List.of());
        }

        private Item.ToolResult gone(Item.ToolCall call) {
            return Item.ToolResult.failed(
                    call.call(), "Not started: the folder " + folder + " was not there. Call it again if wanted.");
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {
            // They run where the folder is, if anywhere.
        }

        @Override
        public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) {
            return Optional.of(gone(open.call()));
        }

        @Override
        public void missing(Journal journal, List<String> names) {
            // No model is asked here.
        }
    }
}
