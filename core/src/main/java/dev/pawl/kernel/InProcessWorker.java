package dev.pawl.kernel;

import dev.pawl.id.WorkerId;
import dev.pawl.kernel.receipt.Hold;
import java.util.Optional;

/// A worker beside whoever asks: what is asked for can begin with the transaction that accepts it,
/// one write sooner. Only a shortcut: what is not begun so is found by its bell, as ever. Safe for
/// use by many threads.
public interface InProcessWorker {
    /// Nobody is near.
    InProcessWorker NONE = new InProcessWorker() {
        @Override
        public Optional<WorkerId> free() {
            return Optional.empty();
        }

        @Override
        public void begin(Hold hold) {
            throw new IllegalStateException("nobody took " + hold);
        }
    };

    /// The worker, while it has a hand free and nothing older waits for it.
    Optional<WorkerId> free();

    /// It is committed that the worker holds this turn.
    void begin(Hold hold);
}
