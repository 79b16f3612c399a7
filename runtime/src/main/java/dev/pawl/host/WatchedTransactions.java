package dev.pawl.host;

import dev.pawl.kernel.rows.Rows;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.kernel.rows.Transactions;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/// Tells a person what a turn waits for when the store does not reply, or refuses a write: a store
/// waits for a lost server, a lock or room on the disk for longer than a person waits without a
/// word. Each reason is told once. Safe for use by many threads.
public final class WatchedTransactions implements Transactions {
    private static final Duration LOOK = Duration.ofMillis(200);
    private static final Duration SLOW = Duration.ofMillis(600);

    private final Transactions store;
    private final Consumer<String> note;
    private final Map<Thread, Long> begun = new ConcurrentHashMap<>();
    private final Map<String, Boolean> told = new ConcurrentHashMap<>();
    private final Thread watch;

    /// @param name of the store, for a person
    public WatchedTransactions(Transactions store, String name, Consumer<String> note) {
        this.store = store;
        this.note = note;
        this.watch = Thread.ofPlatform().name("pawl-store-watch").daemon(true).start(() -> {
            while (!Thread.interrupted()) {
                LockSupport.parkNanos(LOOK.toNanos());
                if (isSlow()) tell("no reply from " + name);
            }
        });
    }

    private boolean isSlow() {
        var limit = System.nanoTime() - SLOW.toNanos();
        return begun.values().stream().anyMatch(since -> since - limit < 0);
    }

    private void tell(String why) {
        if (told.put(why, true) == null) note.accept(why);
    }

    @Override
    public <T> T commit(Function<Rows, T> work) {
        return watched(() -> store.commit(work));
    }

    @Override
    public <T> T read(Function<Rows, T> work) {
        return watched(() -> store.read(work));
    }

    private <T> T watched(Supplier<T> call) {
        begun.put(Thread.currentThread(), System.nanoTime());
        try {
            return call.get();
        } catch (StoreFailure down) {
            tell(String.valueOf(down.getMessage()).lines().findFirst().orElse(""));
            throw down;
        } finally {
            begun.remove(Thread.currentThread());
        }
    }

    @Override
    public boolean isSerial() {
        return store.isSerial();
    }

    @Override
    public void reclaim() {
        store.reclaim();
    }

    @Override
    public void close() {
        watch.interrupt();
        store.close();
    }
}
