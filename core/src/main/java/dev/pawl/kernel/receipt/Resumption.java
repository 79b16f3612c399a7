package dev.pawl.kernel.receipt;

import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import java.util.Set;

/// What became of a suspended turn when its answers were applied.
public sealed interface Resumption {
    /// All answers are in: the worker holds the turn.
    record Resumed(Hold hold) implements Resumption {}

    /// Some answers are in, these calls are still open.
    record StillWaiting(Set<CallId> open) implements Resumption {
        public StillWaiting {
            open = Set.copyOf(open);
        }
    }

    /// An answer ended the turn.
    record Ended(CardId deliverable) implements Resumption {}

    /// Nothing was pending, or somebody else was faster.
    record NothingToDo() implements Resumption {}
}
