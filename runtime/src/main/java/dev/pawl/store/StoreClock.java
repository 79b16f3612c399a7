package dev.pawl.store;

import dev.pawl.store.sql.Session;
import dev.pawl.store.sql.Session.Query;
import dev.pawl.store.sql.Values;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The store's time in one transaction. Mostly it comes along with the lock of a head; only when
/// nobody has told it, it is asked for.
final class StoreClock {
    private final Session session;
    private final HeadCache headCache;
    private @Nullable Instant now;
    private boolean isRecalled;

    StoreClock(Session session, HeadCache headCache) {
        this.session = session;
        this.headCache = headCache;
        this.now = session.now().orElse(null);
    }

    void told(Instant time) {
        headCache.told(time);
        if (now == null || isRecalled) now = time;
        isRecalled = false;
    }

    /// Takes the time that is remembered, if there is one.
    boolean cached() {
        if (now != null) return true;
        now = headCache.now().orElse(null);
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
