package dev.pawl.appserver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Somebody connected. Messages leave in the order they were sent. Safe for use by many threads.
final class Client {
    private final Outbox outbox;
    private final Set<String> unwanted = ConcurrentHashMap.newKeySet();
    private final Set<Runnable> leftovers = ConcurrentHashMap.newKeySet();
    private volatile boolean experimental;
    private volatile boolean ready;
    private volatile boolean gone;

    Client(Outbox outbox) {
        this.outbox = outbox;
    }

    /// The handshake is done; these notifications are not wanted.
    void ready(Set<String> notWanted) {
        unwanted.addAll(notWanted);
        ready = true;
    }

    /// What is ended when the client leaves. One that has left leaves nothing behind.
    void keep(Runnable end) {
        leftovers.add(end);
        if (gone) end.run();
    }

    void forget(Runnable end) {
        leftovers.remove(end);
    }

    void leave() {
        gone = true;
        leftovers.forEach(Runnable::run);
    }

    /// It knows what may still change in the protocol.
    void expectExperiments() {
        experimental = true;
    }

    boolean isExperimental() {
        return experimental;
    }

    boolean isReady() {
        return ready;
    }

    void send(String message) {
        outbox.add(Outbox.bytes(message));
    }

    /// A notification that was written once for everybody.
    void tell(String method, byte[] message) {
        if (ready && !unwanted.contains(method)) outbox.add(message);
    }
}
