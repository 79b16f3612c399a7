package dev.pawl.worker.turn;

import dev.pawl.card.Item;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.Wait;
import java.util.List;

/// What a step leads to. What it brought beside that is in the journal already.
public sealed interface Move {
    /// Another step.
    record GoOn() implements Move {}

    /// The turn needs answers from others; the entry holds the calls that wait for them.
    record Await(Entry entry, List<Wait.Need> needs, List<RemoteCall> calls) implements Move {
        public Await {
            needs = List.copyOf(needs);
            calls = List.copyOf(calls);
        }
    }

    /// The turn is done; the entry holds what was said last.
    record End(Entry entry, Item.Deliverable deliverable) implements Move {}
}
