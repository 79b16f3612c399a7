package dev.pawl.net;

import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/// The connections of a server. One that has not proved who it is is a newcomer: it has a short
/// while for that, takes no client's place, and gives way to the next when there are too many. Safe
/// for use by many threads.
///
/// @param <C> a connection, by identity
final class Admissions<C> {
    private final ServerLimits limits;
    private final Consumer<C> cut;
    private final Map<C, Thread> newcomers = new LinkedHashMap<>();
    private final Set<C> clients = new HashSet<>();

    /// @param cut ends a connection; called once for each that must go
    Admissions(ServerLimits limits, Consumer<C> cut) {
        this.limits = limits;
        this.cut = cut;
    }

    void enter(C newcomer) {
        oldestOfTooMany(newcomer).forEach(cut);
    }

    private synchronized Set<C> oldestOfTooMany(C newcomer) {
        Set<C> gone = new HashSet<>();
        while (newcomers.size() >= limits.newcomers()) {
            var oldest = newcomers.keySet().iterator().next();
            leave(oldest);
            gone.add(oldest);
        }
        newcomers.put(newcomer, timer(newcomer));
        return gone;
    }

    private Thread timer(C newcomer) {
        return Thread.ofVirtual().name("pawl-newcomer").start(() -> wait(newcomer, limits.patience()));
    }

    private void wait(C newcomer, Duration patience) {
        try {
            Thread.sleep(patience);
            if (isNewcomer(newcomer)) cut.accept(newcomer);
        } catch (InterruptedException notNewAnyMore) {
            // It became a client, sent a request, or has left.
        }
    }

    private synchronized boolean isNewcomer(C connection) {
        return newcomers.containsKey(connection);
    }

    /// A newcomer's request came in whole: its time begins again.
    synchronized void renew(C newcomer) {
        var waiting = newcomers.remove(newcomer);
        if (waiting == null) return;
        waiting.interrupt();
        newcomers.put(newcomer, timer(newcomer));
    }

    /// Gives a newcomer a client's place, if there is one. A client has its place already.
    synchronized boolean admit(C newcomer) {
        if (clients.contains(newcomer)) return true;
        if (clients.size() >= limits.clients()) return false;
        leave(newcomer);
        return clients.add(newcomer);
    }

    synchronized void leave(C connection) {
        clients.remove(connection);
        var waiting = newcomers.remove(connection);
        if (waiting != null) waiting.interrupt();
    }
}
