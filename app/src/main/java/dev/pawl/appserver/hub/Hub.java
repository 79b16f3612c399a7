package dev.pawl.appserver.hub;

import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.codex.ServerStatus;
import dev.pawl.follow.ThreadHistory;
import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.view.TurnView;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/// Where clients and threads meet. Safe for use by many threads.
public final class Hub {
    private final Backend backend;
    private final Set<Client> clients = new CopyOnWriteArraySet<>();
    private final Map<ThreadId, LoadedThread> loaded = new ConcurrentHashMap<>();
    private final Map<Json, LoadedThread> askers = new ConcurrentHashMap<>();
    private final ReentrantLock loading = new ReentrantLock();
    private final List<Consumer<ThreadId>> turnEnds = new CopyOnWriteArrayList<>();

    public Hub(Backend backend) {
        this.backend = backend;
    }

    public Backend backend() {
        return backend;
    }

    public void enter(Client client) {
        clients.add(client);
    }

    public void leave(Client client) {
        clients.remove(client);
        for (var thread : loaded.values()) thread.leave(client);
        client.leave();
    }

    /// Called after each turn of a loaded thread that ended well, beside everything else.
    public void whenTurnEnds(Consumer<ThreadId> listener) {
        turnEnds.add(listener);
    }

    public void turnEnded(ThreadId thread) {
        for (var listener : turnEnds) Thread.startVirtualThread(() -> listener.accept(thread));
    }

    Set<Client> clients() {
        return clients;
    }

    /// Lets go of threads that nobody has watched for a while. Their turns do not need us: they are
    /// loaded again by whoever asks.
    public void forgetIdle() {
        for (var thread : loaded()) {
            if (!unloadForgotten(thread)) continue;
            if (thread.keeping() == Backend.Storage.EPHEMERAL) {
                backend.threads(Backend.Storage.EPHEMERAL).delete(thread.id());
            }
            var id = Json.object().with("threadId", thread.id().value());
            tellEverybody("thread/status/changed", id.with("status", ServerStatus.NOT_LOADED));
            tellEverybody("thread/closed", id);
        }
    }

    private boolean unloadForgotten(LoadedThread thread) {
        loading.lock();
        try {
            if (!thread.isForgotten(backend.now(), backend.unloadAfter())) return false;
            unload(thread.id());
            return true;
        } finally {
            loading.unlock();
        }
    }

    public void tellEverybody(String method, Json params) {
        var message = ClientOutbox.bytes(Rpc.notification(method, params));
        for (var client : clients) client.tell(method, message);
    }

    public Collection<LoadedThread> loaded() {
        return List.copyOf(loaded.values());
    }

    public Optional<LoadedThread> loaded(ThreadId thread) {
        return Optional.ofNullable(loaded.get(thread));
    }

    /// The thread, loaded if it must be.
    public LoadedThread load(ThreadId id) throws InterruptedException {
        var known = loaded(id);
        if (known.isPresent()) return load(known.get().keeping(), known.get().thread());
        return load(Backend.Storage.DURABLE, find(id));
    }

    public LoadedThread load(Backend.Storage keeping, ChatThread thread) throws InterruptedException {
        loading.lockInterruptibly();
        try {
            var known = loaded.get(thread.id());
            // Whoever asks for it has time to join before it may be forgotten.
            if (known != null) return known.wanted(backend.now());
            var fresh = new LoadedThread(this, keeping, settled(keeping, thread));
            loaded.put(thread.id(), fresh);
            return fresh;
        } finally {
            loading.unlock();
        }
    }

    /// A thread that was read from a transcript works where the server does, not where the file
    /// says.
    private ChatThread settled(Backend.Storage keeping, ChatThread thread) {
        if (!thread.setup().isUnsettled()) return thread;
        var now = thread.with(backend.setup(), backend.now());
        backend.gateway(keeping).setUp(now.id(), now.setup(), now.updatedAt());
        return now;
    }

    /// The thread as it is stored, wherever that is.
    public ChatThread find(ThreadId id) {
        var known = loaded.get(id);
        if (known != null) return known.refresh();
        return durable().thread(id).orElseThrow(() -> RpcError.threadNotFound(id.value()));
    }

    public Backend.Storage keeping(ThreadId id) {
        return loaded(id).map(LoadedThread::keeping).orElse(Backend.Storage.DURABLE);
    }

    /// What a thread has behind it, wherever it is kept.
    public ThreadHistory history(ChatThread thread) {
        var keeping = keeping(thread.id());
        return new ThreadHistory(backend.gateway(keeping), backend.threads(keeping), thread);
    }

    /// The first words of its first request.
    public String preview(ChatThread thread) {
        return backend.threads(keeping(thread.id())).preview(thread);
    }

    /// All turns of a thread with all their items.
    public List<TurnView> turns(ChatThread thread) throws InterruptedException {
        return history(thread).all();
    }

    public Gateway durable() {
        return backend.gateway(Backend.Storage.DURABLE);
    }

    public void unload(ThreadId id) {
        var gone = loaded.remove(id);
        if (gone == null) return;
        askers.values().removeIf(gone::equals);
        gone.close();
    }

    void asks(Json id, LoadedThread thread) {
        askers.put(id, thread);
    }

    /// A client's answer to a request of ours; nothing when the client could not answer.
    public void answer(Json id, Optional<Json> said) throws InterruptedException {
        var asker = askers.get(id);
        if (asker != null) asker.answer(id, said);
    }

    /// Whether a question may still be answered. It may be again after an answer that failed.
    boolean isAsked(Json id) {
        return askers.containsKey(id);
    }

    void settled(Json id) {
        askers.remove(id);
    }
}
