package dev.pawl.store.memory;

import dev.pawl.id.ThreadId;
import dev.pawl.workflow.WorkflowRows;
import dev.pawl.workflow.WorkflowState;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/// Workflows without a disk. Safe for use by many threads.
public final class MemoryWorkflows implements WorkflowRows.Transactions {
    private final InstantSource clock;
    private Tables tables = new Tables(Map.of(), Map.of());

    public MemoryWorkflows(InstantSource clock) {
        this.clock = clock;
    }

    private record Tables(Map<String, WorkflowRows.Head> heads, Map<String, List<WorkflowRows.Entry>> entries) {}

    /// Works on a copy: what throws changes nothing.
    @Override
    public synchronized <T> T commit(Function<WorkflowRows, T> work) {
        var rows = new Copy(tables, clock.instant());
        var answer = work.apply(rows);
        tables = new Tables(rows.heads, rows.entries);
        return answer;
    }

    @Override
    public synchronized <T> T read(Function<WorkflowRows, T> work) {
        return work.apply(new Copy(tables, clock.instant()));
    }

    private static final class Copy implements WorkflowRows {
        private final Instant now;
        private final Map<String, Head> heads;
        private final Map<String, List<Entry>> entries;

        Copy(Tables tables, Instant now) {
            this.now = now;
            this.heads = new TreeMap<>(tables.heads());
            this.entries = new TreeMap<>(tables.entries());
        }

        @Override
        public Instant now() {
            return now;
        }

        @Override
        public Head lock(String workspace) {
            return heads.computeIfAbsent(
                    workspace,
                    name -> new Head(
                            name, "", new ThreadId("none"), WorkflowState.IDLE, false, 0, 0, Optional.empty()));
        }

        @Override
        public Optional<Head> find(String workspace) {
            return Optional.ofNullable(heads.get(workspace));
        }

        @Override
        public Optional<Head> ofThread(ThreadId thread) {
            return heads.values().stream()
                    .filter(head -> head.thread().equals(thread))
                    .findFirst();
        }

        @Override
        public List<Head> active(int max) {
            return heads.values().stream()
                    .filter(head -> head.state() != WorkflowState.IDLE)
                    .limit(max)
                    .toList();
        }

        @Override
        public void save(Head head) {
            heads.put(head.workspace(), head);
        }

        @Override
        public List<Entry> entries(String workspace, String workflow) {
            return all(workspace).stream()
                    .filter(entry -> entry.workflow().equals(workflow))
                    .toList();
        }

        @Override
        public List<Entry> ofCommand(String workspace, String command) {
            return all(workspace).stream()
                    .filter(entry -> entry.command().equals(command))
                    .toList();
        }

        @Override
        public void append(String workspace, List<Entry> more) {
            var next = new ArrayList<>(all(workspace));
            next.addAll(more);
            entries.put(workspace, List.copyOf(next));
        }

        private List<Entry> all(String workspace) {
            return entries.getOrDefault(workspace, List.of());
        }
    }
}
