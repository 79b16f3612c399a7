package dev.pawl.appserver;

import dev.pawl.gateway.Gateway;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
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
final class Hub {
    private final Backend backend;
    private final Set<Client> clients = new CopyOnWriteArraySet<>();
    private final Map<ThreadId, LoadedThread> loaded = new ConcurrentHashMap<>();
    private final Map<Json, LoadedThread> askers = new ConcurrentHashMap<>();
    private final ReentrantLock loading = new ReentrantLock();
    private final List<Consumer<ThreadId>> turnEnds = new CopyOnWriteArrayList<>();

    Hub(Backend backend) {
        this.backend = backend;
    }

    Backend backend() {
        return backend;
    }

    void enter(Client client) {
        clients.add(client);
    }

    void leave(Client client) {
        clients.remove(client);
        for (var thread : loaded.values()) thread.leave(client);
        client.leave();
    }

    /// Called after each turn of a loaded thread that ended well, beside everything else.
    void whenTurnEnds(Consumer<ThreadId> listener) {
        turnEnds.add(listener);
    }

    void turnEnded(ThreadId thread) {
        for (var listener : turnEnds) Thread.startVirtualThread(() -> listener.accept(thread));
    }

    Set<Client> clients() {
        return clients;
    }

    /// Lets go of threads that nobody has watched for a while. Their turns do not need us: they are
    /// loaded again by whoever asks.
    void forgetIdle() {
        for (var thread : loaded()) {
            if (!unloadForgotten(thread)) continue;
            if (thread.keeping() == Backend.Keeping.PASSING) {
                backend.threads(Backend.Keeping.PASSING).delete(thread.id());
            }
            var id = Json.object().with("threadId", thread.id().value());
            tellEverybody("thread/status/changed", id.with("status", ThreadStatus.NOT_LOADED.json()));
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

    void tellEverybody(String method, Json params) {
        var message = Outbox.bytes(Rpc.notification(method, params));
        for (var client : clients) client.tell(method, message);
    }

    Collection<LoadedThread> loaded() {
        return List.copyOf(loaded.values());
    }

    Optional<LoadedThread> loaded(ThreadId thread) {
        return Optional.ofNullable(loaded.get(thread));
    }

    /// The thread, loaded if it must be.
    LoadedThread load(ThreadId id) throws InterruptedException {
        var known = loaded(id);
        if (known.isPresent()) return load(known.get().keeping(), known.get().thread());
        return load(Backend.Keeping.DURABLE, find(id));
    }

    LoadedThread load(Backend.Keeping keeping, ChatThread thread) throws InterruptedException {
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
    private ChatThread settled(Backend.Keeping keeping, ChatThread thread) {
        if (!thread.setup().isUnsettled()) return thread;
        var now = thread.with(backend.setup(), backend.now());
        backend.gateway(keeping).setUp(now.id(), now.setup(), now.updatedAt());
        return now;
    }

    /// The thread as it is stored, wherever that is.
    ChatThread find(ThreadId id) {
        var known = loaded.get(id);
        if (known != null) return known.refresh();
        return durable().thread(id).orElseThrow(() -> RpcError.threadNotFound(id.value()));
    }

    Backend.Keeping keeping(ThreadId id) {
        return loaded(id).map(LoadedThread::keeping).orElse(Backend.Keeping.DURABLE);
    }

    /// What a thread has behind it, wherever it is kept.
    History history(ChatThread thread) {
        var keeping = keeping(thread.id());
        return new History(backend.gateway(keeping), backend.threads(keeping), thread);
    }

    Gateway durable() {
        return backend.gateway(Backend.Keeping.DURABLE);
    }

    void unload(ThreadId id) {
        var gone = loaded.remove(id);
        if (gone == null) return;
        askers.values().removeIf(gone::equals);
        gone.close();
    }

    void asks(Json id, LoadedThread thread) {
        askers.put(id, thread);
    }

    /// A client's answer to a request of ours; nothing when the client could not answer.
    void answer(Json id, Optional<Json> said) throws InterruptedException {
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
