package dev.pawl.appserver.rpc;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// Somebody connected. Messages leave in the order they were sent. Safe for use by many threads.
public final class Client {
    public static final String OWN = "pawl/";

    private final ClientOutbox outbox;
    private final Set<String> unwanted = ConcurrentHashMap.newKeySet();
    private final Set<Runnable> leftovers = ConcurrentHashMap.newKeySet();
    private volatile boolean experimental;
    private volatile boolean own;
    private volatile boolean lessOutput;
    private volatile boolean ready;
    private volatile boolean gone;

    public Client(ClientOutbox outbox) {
        this.outbox = outbox;
    }

    /// The handshake is done; these notifications are not wanted.
    public void ready(Set<String> notWanted) {
        unwanted.addAll(notWanted);
        ready = true;
    }

    /// What is ended when the client leaves. One that has left leaves nothing behind.
    public void keep(Runnable end) {
        leftovers.add(end);
        if (gone) end.run();
    }

    public void forget(Runnable end) {
        leftovers.remove(end);
    }

    public void leave() {
        gone = true;
        leftovers.forEach(Runnable::run);
    }

    /// It knows what may still change in the protocol.
    public void expectExperiments() {
        experimental = true;
    }

    /// It knows Pawl's own notifications.
    public void expectOwn() {
        own = true;
    }

    /// It shows long output in part, and asks for the rest when a person does.
    public void expectLessOutput() {
        lessOutput = true;
    }

    boolean wantsLessOutput() {
        return lessOutput;
    }

    public boolean isExperimental() {
        return experimental;
    }

    public boolean isReady() {
        return ready;
    }

    public void send(String message) {
        outbox.add(ClientOutbox.bytes(message));
    }

    /// A notification that was written once for everybody.
    public void tell(String method, byte[] message) {
        if (!ready || unwanted.contains(method)) return;
        if (own || !method.startsWith(OWN)) outbox.add(message);
    }
}
