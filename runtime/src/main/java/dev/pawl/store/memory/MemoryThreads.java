package dev.pawl.store.memory;

import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// Threads without a disk. Safe for use by many threads.
public final class MemoryThreads implements Threads {
    private final ConcurrentHashMap<ThreadId, ChatThread> threads = new ConcurrentHashMap<>();

    private final ConcurrentHashMap<ThreadId, Map<String, Grant>> grants = new ConcurrentHashMap<>();

    @Override
    public void add(ChatThread thread) {
        threads.putIfAbsent(thread.id(), thread);
    }

    @Override
    public void save(ChatThread thread) {
        threads.put(thread.id(), thread);
    }

    @Override
    public Optional<ChatThread> find(ThreadId id) {
        return Optional.ofNullable(threads.get(id));
    }

    @Override
    public List<ChatThread> latest(Filter filter, int max) {
        return threads.values().stream()
                .filter(thread -> thread.archived() == filter.archived())
                .filter(thread -> filter.cwd().isEmpty()
                        || filter.cwd().equals(thread.setup().cwd()))
                .filter(thread -> filter.source().isEmpty() || filter.source().equals(thread.source()))
                .sorted(Comparator.comparing(ChatThread::updatedAt)
                        .thenComparing(thread -> thread.id().value())
                        .reversed())
                .limit(max)
                .toList();
    }

    @Override
    public void grant(ThreadId thread, Grant grant) {
        grants.computeIfAbsent(thread, _ -> Collections.synchronizedMap(new LinkedHashMap<>()))
                .putIfAbsent(grant.seal(), grant);
    }

    @Override
    public List<Grant> grants(ThreadId thread) {
        var granted = grants.get(thread);
        if (granted == null) return List.of();
        synchronized (granted) {
            return List.copyOf(granted.values());
        }
    }

    @Override
    public int revoke(ThreadId thread) {
        var granted = grants.remove(thread);
        return granted == null ? 0 : granted.size();
    }
}
