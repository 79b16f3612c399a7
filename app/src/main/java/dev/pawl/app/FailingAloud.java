package dev.pawl.app;

import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.cli.Console;
import dev.pawl.cli.UsageError;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.books.StoreFailure;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.worker.Journal;
import dev.pawl.worker.Move;
import dev.pawl.worker.Steps;
import java.util.List;
import java.util.Locale;

/// Ends a turn with the reason when the settings keep it from running: no key, no such provider,
/// rules that cannot be read. A server has no command line to say it on, and trying again does not
/// help. A mistake of our own ends it as well: the next holder would make the same one.
record FailingAloud(Steps.Maker maker) implements Steps.Maker {
    @Override
    public Steps stepsFor(Hold hold) {
        try {
            return new Guarded(maker.stepsFor(hold));
        } catch (LostGate | StoreFailure notOurs) {
            throw notOurs;
        } catch (RuntimeException problem) {
            return new Refusing(failed(problem));
        }
    }

    private static Item.Deliverable failed(RuntimeException problem) {
        if (!(problem instanceof UsageError)) return Item.Deliverable.failed(mistake(problem));
        var kind = ModelFailure.Kind.BAD_REQUEST.name().toLowerCase(Locale.ROOT);
        return Item.Deliverable.failed(kind, String.valueOf(problem.getMessage()));
    }

    /// The words are for whoever waits for the turn; where it happened, for whoever mends it.
    private static String mistake(RuntimeException problem) {
        Console.warn("a mistake in Pawl itself:\n" + Console.trace(problem));
        return "a mistake in Pawl itself (" + problem + "); what was written down so far is kept";
    }

    private static Move end(Journal journal, Item.Deliverable failed) {
        return new Move.End(Entry.empty(journal.ids().step()), failed);
    }

    private record Guarded(Steps steps) implements Steps {
        @Override
        public Move next(Journal journal) throws InterruptedException {
            try {
                return steps.next(journal);
            } catch (LostGate | StoreFailure notOurs) {
                throw notOurs;
            } catch (RuntimeException problem) {
                return end(journal, failed(problem));
            }
        }

        /// What cannot be cleared away is left: the model is told that the outcome is unknown.
        @Override
        public void endLeftovers(Item.ToolCall call) throws InterruptedException {
            try {
                steps.endLeftovers(call);
            } catch (RuntimeException problem) {
                mistake(problem);
            }
        }

        @Override
        public Item.ToolResult again(Journal journal, Item.ToolCall call) throws InterruptedException {
            try {
                return steps.again(journal, call);
            } catch (LostGate | StoreFailure notOurs) {
                throw notOurs;
            } catch (RuntimeException problem) {
                return Item.ToolResult.failed(call.call(), failed(problem).text());
            }
        }

        @Override
        public void missing(Journal journal, List<String> names) {
            steps.missing(journal, names);
        }

        @Override
        public void delivered(Item.Deliverable deliverable) throws InterruptedException {
            steps.delivered(deliverable);
        }
    }

    /// For a turn whose agent cannot be made.
    private record Refusing(Item.Deliverable failed) implements Steps {
        @Override
        public Move next(Journal journal) {
            return end(journal, failed);
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {
            // Without the thread's tools nobody knows where to look.
        }

        @Override
        public Item.ToolResult again(Journal journal, Item.ToolCall call) {
            return Item.ToolResult.failed(call.call(), failed.text());
        }

        @Override
        public void missing(Journal journal, List<String> names) {
            // A turn that failed owes no fields.
        }
    }
}
