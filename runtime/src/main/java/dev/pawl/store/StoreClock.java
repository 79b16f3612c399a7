package dev.pawl.store;

import dev.pawl.store.Session.Query;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The store's time in one transaction. Mostly it comes along with the lock of a head; only when
/// nobody has told it, it is asked for.
final class StoreClock {
    private final Session session;
    private @Nullable Instant now;

    StoreClock(Session session) {
        this.session = session;
    }

    void told(Instant time) {
        if (now == null) now = time;
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
