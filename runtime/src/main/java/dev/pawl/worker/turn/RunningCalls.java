package dev.pawl.worker.turn;

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.FutureTask;

/// The calls that run for one turn, beside its thread: who ends the turn can end them at once, even
/// while that thread waits for the store and is deaf to interrupts. Safe for use by many threads.
final class RunningCalls {
    private final Set<FutureTask<?>> running = new HashSet<>();
    private boolean cut;

    /// A call that is about to begin. After the cut it does not.
    synchronized void add(FutureTask<?> call) {
        if (cut) call.cancel(true);
        else running.add(call);
    }

    synchronized void remove(FutureTask<?> call) {
        running.remove(call);
    }

    /// Ends all of them, for good: what they answer from now on counts for nothing.
    synchronized void cut() {
        cut = true;
        for (var call : running) call.cancel(true);
    }
}
