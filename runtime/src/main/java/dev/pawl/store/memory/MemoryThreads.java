package dev.pawl.store.memory;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.ThreadId;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;

/// Threads without a disk. Safe for use by many threads.
public final class MemoryThreads implements Threads {
    private final ConcurrentHashMap<ThreadId, ChatThread> threads = new ConcurrentHashMap<>();
    private final MemoryTransactions store;

    /// @param store where the threads' agents are
    public MemoryThreads(MemoryTransactions store) {
        this.store = store;
    }

    private final ConcurrentHashMap<ThreadId, Map<String, Grant>> grants = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<ThreadId, Map<String, String>> notes = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<ThreadId, Map<String, String>> pins = new ConcurrentHashMap<>();

    @Override
    public void add(ChatThread thread) {
        threads.putIfAbsent(thread.id(), thread);
    }

    @Override
    public void rename(ThreadId id, String title, Instant now) {
        threads.computeIfPresent(id, (_, thread) -> thread.named(title, now));
    }

    @Override
    public void shelve(ThreadId id, boolean archived, Instant now) {
        threads.computeIfPresent(id, (_, thread) -> thread.archived(archived, now));
    }

    @Override
    public void setUp(ThreadId id, Setup setup, Instant now) {
        threads.computeIfPresent(id, (_, thread) -> thread.with(setup, now));
    }

    @Override
    public Optional<ChatThread> find(ThreadId id) {
        return Optional.ofNullable(threads.get(id));
    }

    @Override
    public Page page(Query query) {
        var order = Comparator.comparing(Line::usedAt)
                .thenComparing(line -> line.thread().id().value())
                .reversed();
        return new Page(threads.values().stream()
                .filter(thread -> isOn(query.shelf(), thread))
                .filter(thread -> query.cwd().isEmpty()
                        || query.cwd().equals(thread.setup().cwd()))
                .filter(thread -> query.source().isEmpty() || query.source().equals(thread.source()))
                .filter(thread -> says(thread, query.text().toLowerCase(Locale.ROOT)))
                .map(this::line)
                .filter(line -> isBefore(line.cursor(), query.after()))
                .sorted(order)
                .limit(query.max())
                .toList());
    }

    private static boolean isOn(Shelf shelf, ChatThread thread) {
        return switch (shelf) {
            case ACTIVE -> !thread.archived();
            case ARCHIVED -> thread.archived();
            case ANY -> true;
        };
    }

    private static boolean isBefore(Cursor line, Cursor after) {
        int order = line.usedAt().compareTo(after.usedAt());
        return order < 0 || (order == 0 && line.id().compareTo(after.id()) < 0);
    }

    private boolean says(ChatThread thread, String text) {
        if (thread.title().toLowerCase(Locale.ROOT).contains(text)) return true;
        return said(thread).stream()
                .anyMatch(said -> words(said).toLowerCase(Locale.ROOT).contains(text));
    }

    private List<Item> said(ChatThread thread) {
        return store.written(agent(thread.id())).stream()
                .filter(item -> item instanceof Item.UserMessage || item instanceof Item.AgentMessage)
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
    public void pin(ThreadId thread, Map<String, String> more) {
        more.forEach(pinned(thread)::putIfAbsent);
    }

    @Override
    public void repin(ThreadId thread, String name, String pin) {
        pinned(thread).put(name, pin);
    }

    @Override
    public Map<String, String> pins(ThreadId thread) {
        return Map.copyOf(pinned(thread));
    }

    private Map<String, String> pinned(ThreadId thread) {
        return pins.computeIfAbsent(thread, _ -> new ConcurrentHashMap<>());
    }

    @Override
    public int revoke(ThreadId thread) {
        var granted = grants.remove(thread);
        return granted == null ? 0 : granted.size();
    }

    private Line line(ChatThread thread) {
        var head = store.read(rows -> rows.heads().peek(agent(thread.id())));
        var since = head.isPresent() ? head.get().since() : Instant.EPOCH;
        return new Line(thread, since.isAfter(thread.updatedAt()) ? since : thread.updatedAt(), preview(thread));
    }

    @Override
    public String preview(ThreadId id) {
        return find(id).map(this::preview).orElse("");
    }

    private String preview(ChatThread thread) {
        return said(thread).stream()
                .filter(Item.UserMessage.class::isInstance)
                .findFirst()
                .map(MemoryThreads::words)
                .orElse("");
    }

    private static String words(Item item) {
        if (item instanceof Item.AgentMessage message) return message.text();
        return item instanceof Item.UserMessage message ? message.text() : "";
    }

    @Override
    public List<ThreadId> children(ThreadId id) {
        return store.called(agent(id)).stream()
                .map(called -> new ThreadId(called.value()))
                .toList();
    }

    @Override
    public long size(ThreadId id) {
        return store.written(agent(id)).stream()
                .mapToLong(item -> item.toString().length())
                .sum();
    }

    @Override
    public String note(ThreadId thread, String name, UnaryOperator<String> change) {
        var after = new String[] {""};
        notes.compute(thread, (_, before) -> {
            var next = new TreeMap<>(before == null ? Map.<String, String>of() : before);
            after[0] = change.apply(next.getOrDefault(name, ""));
            if (after[0].isEmpty()) next.remove(name);
            else next.put(name, after[0]);
            return next.isEmpty() ? null : next;
        });
        return after[0];
    }

    @Override
    public Map<String, String> notes(ThreadId thread) {
        return notes.getOrDefault(thread, Map.of());
    }

    @Override
    public Map<ThreadId, String> noted(String name) {
        var noted = new TreeMap<ThreadId, String>(Comparator.comparing(ThreadId::value));
        notes.forEach((thread, all) -> {
            var value = all.get(name);
            if (value != null) noted.put(thread, value);
        });
        return noted;
    }

    @Override
    public void remove(ThreadId id) {
        threads.remove(id);
        grants.remove(id);
        notes.remove(id);
        pins.remove(id);
    }

    private static AgentId agent(ThreadId id) {
        return new AgentId(id.value());
    }
}
