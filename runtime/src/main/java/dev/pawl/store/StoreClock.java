package dev.pawl.store;

import dev.pawl.store.Session.Query;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The store's time in one transaction. Mostly it comes along with the lock of a head; only when
/// nobody has told it, it is asked for.
final class StoreClock {
    private final Session session;
    private final Recollection recollection;
    private @Nullable Instant now;
    private boolean isRecalled;

    StoreClock(Session session, Recollection recollection) {
        this.session = session;
        this.recollection = recollection;
        this.now = session.now().orElse(null);
    }

    void told(Instant time) {
        recollection.told(time);
        if (now == null || isRecalled) now = time;
        isRecalled = false;
    }

    /// Takes the time that is remembered, if there is one.
    boolean recall() {
        if (now != null) return true;
        now = recollection.now().orElse(null);
        isRecalled = now != null;
        return isRecalled;
    }

    Instant now() {
        var known = now;
        if (known != null) return known;
        var asked = session.list(new Query<>("head.now", Values.none(), row -> row.time("store_now")))
                .getFirst();
        now = asked;
        return asked;
    }
}
