package dev.pawl.bench;

import dev.pawl.gateway.StatusReader;
import dev.pawl.gateway.ThreadKeeping;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.store.JdbcThreads;
import dev.pawl.trial.TimedIds;
import java.nio.file.Path;
import java.time.Instant;

/// Opens a thread in a process of its own and prints how long each thing took: a name and
/// milliseconds on a line.
final class ColdThread {
    private ColdThread() {}

    public static void main(String[] words) {
        var start = System.nanoTime();
        var store = ThreadsBench.open(Path.of(words[0]));
        try (var ledger = new DurableLedger(store, Limits.DEFAULT, new TimedIds())) {
            var thread = new ThreadId(words[1]);
            var keeping = new ThreadKeeping(ledger, new JdbcThreads(store), ThreadsBench.TARGET);
            if (ThreadsBench.page(ledger, keeping, thread) == 0) throw new IllegalStateException("an empty page");
            System.out.println("first_page " + ThreadsBench.since(start));
            start = System.nanoTime();
            new StatusReader(ledger, _ -> false).standing(thread, false, Instant.EPOCH);
            System.out.println("status " + ThreadsBench.since(start));
            start = System.nanoTime();
            if (keeping.history(thread).isEmpty()) throw new IllegalStateException("an empty history");
            System.out.println("whole " + ThreadsBench.since(start));
        }
    }
}
