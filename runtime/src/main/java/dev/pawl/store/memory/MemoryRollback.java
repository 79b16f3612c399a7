package dev.pawl.store.memory;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/// How to take back what a transaction wrote, last write first.
final class MemoryRollback {
    private final Deque<Runnable> steps = new ArrayDeque<>();

    <K, V> void put(Map<K, V> map, K key, V value) {
        var before = map.put(key, value);
        steps.push(before == null ? () -> map.remove(key) : () -> map.put(key, before));
    }

    <K, V> void remove(Map<K, V> map, K key) {
        var before = map.remove(key);
        if (before != null) steps.push(() -> map.put(key, before));
    }

    <V> void add(List<V> list, V value) {
        list.add(value);
        steps.push(list::removeLast);
    }

    void rollBack() {
        while (!steps.isEmpty()) steps.pop().run();
    }
}
