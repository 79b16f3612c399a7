package dev.pawl.gateway;

import dev.pawl.id.ThreadId;
import java.util.List;

/// What became of a wish to delete threads.
public sealed interface Removal {
    /// These are gone, children first.
    record Gone(List<ThreadId> threads) implements Removal {
        public Gone {
            threads = List.copyOf(threads);
        }
    }

    /// A turn of this one is under way. Children that were idle are gone already.
    record Busy(ThreadId thread) implements Removal {}
}
