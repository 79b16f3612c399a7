package dev.pawl.kernel;

import java.util.function.Consumer;

/// Wakes workers and watchers. May lose, double and delay: a poll runs beside it everywhere.
/// Safe for use by many threads; ringing never blocks and never fails.
public interface Doorbell extends AutoCloseable {
    void ring(Bell bell);

    /// Calls the listener for bells of any agent until the returned handle is closed. The listener
    /// must be quick: it sets a flag.
    Ear listen(Consumer<Bell> listener);

    @Override
    void close();

    /// Somebody who listens. Closing ends it.
    interface Ear extends AutoCloseable {
        @Override
        void close();
    }
}
