package dev.pawl.app;

import dev.pawl.agent.ModelFailure;
import dev.pawl.card.Item;
import dev.pawl.cli.UsageError;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.worker.Journal;
import dev.pawl.worker.Move;
import dev.pawl.worker.Steps;
import java.util.List;
import java.util.Locale;

/// Ends a turn with the reason when the settings keep it from running: no key, no such provider,
/// rules that cannot be read. A server has no command line to say it on, and trying again does not
/// help.
record FailingAloud(Steps.Maker maker) implements Steps.Maker {
    @Override
    public Steps stepsFor(Hold hold) {
        try {
            return new Guarded(maker.stepsFor(hold));
        } catch (UsageError wrong) {
            return new Refusing(wrong);
        }
    }

    private static Move end(Journal journal, UsageError wrong) {
        var kind = ModelFailure.Kind.BAD_REQUEST.name().toLowerCase(Locale.ROOT);
        return new Move.End(Entry.empty(journal.ids().step()), Item.Deliverable.failed(kind, words(wrong)));
    }

    private static String words(UsageError wrong) {
        return String.valueOf(wrong.getMessage());
    }

    private record Guarded(Steps steps) implements Steps {
        @Override
        public Move next(Journal journal) throws InterruptedException {
            try {
                return steps.next(journal);
            } catch (UsageError wrong) {
                return end(journal, wrong);
            }
        }

        @Override
        public void endLeftovers(Item.ToolCall call) throws InterruptedException {
            steps.endLeftovers(call);
        }

        @Override
        public Item.ToolResult again(Journal journal, Item.ToolCall call) throws InterruptedException {
            return steps.again(journal, call);
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
    private record Refusing(UsageError wrong) implements Steps {
        @Override
        public Move next(Journal journal) {
            return end(journal, wrong);
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {
            // Without the thread's tools nobody knows where to look.
        }

        @Override
        public Item.ToolResult again(Journal journal, Item.ToolCall call) {
            return Item.ToolResult.failed(call.call(), words(wrong));
        }

        @Override
        public void missing(Journal journal, List<String> names) {
            // A turn that failed owes no fields.
        }
    }
}
