package dev.pawl.doorbell;

import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Doorbell;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Rings inside one process, on the thread that rings. Safe for use by many threads.
///
/// A listener that throws is told to the log and hurts nobody else. After `close` nobody hears
/// anything.
public final class LocalDoorbell implements Doorbell {
    private static final Logger LOG = LoggerFactory.getLogger(LocalDoorbell.class);

    private final List<Listener> ears = new CopyOnWriteArrayList<>();
    private volatile boolean closed;

    /// One call of `listen`: the same listener may listen twice and leave once.
    private static final class Listener {
        private final Consumer<Bell> listener;

        Listener(Consumer<Bell> listener) {
            this.listener = listener;
        }
    }

    @Override
    public void ring(Bell bell) {
        if (closed) return;
        for (var ear : ears) {
            try {
                ear.listener.accept(bell);
            } catch (RuntimeException broken) {
                LOG.warn("a listener failed on the bell of {}", bell.agent(), broken);
            }
        }
    }

    @Override
    public Ear listen(Consumer<Bell> listener) {
        var ear = new Listener(listener);
        ears.add(ear);
        return () -> ears.remove(ear);
    }

    @Override
    public void close() {
        closed = true;
        ears.clear();
    }
}
