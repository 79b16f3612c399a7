package dev.pawl.store.memory;

import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Head;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Lease;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Owned;
import dev.pawl.kernel.rows.Prefetch;
import dev.pawl.kernel.rows.Rows;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

final class MemoryHeads implements Rows.Heads {
    private final MemoryTables tables;
    private final MemoryRollback undo;
    private final Instant now;

    MemoryHeads(MemoryTables tables, MemoryRollback undo, Instant now) {
        this.tables = tables;
        this.undo = undo;
        this.now = now;
    }

    @Override
    public Optional<Head> lock(AgentId agent, Prefetch... ahead) {
        return peek(agent);
    }

    @Override
    public Optional<Head> peek(AgentId agent) {
        return Optional.ofNullable(tables.heads.get(agent));
    }

    @Override
    public void insert(Head head) {
        if (!tables.heads.containsKey(head.agent())) undo.put(tables.heads, head.agent(), head);
    }

    @Override
    public void save(Head head) {
        undo.put(tables.heads, head.agent(), head);
    }

    @Override
    public Set<Gate> renew(WorkerId worker, Instant until) {
        var held = new LinkedHashSet<Gate>();
        for (var head : List.copyOf(tables.heads.values())) {
            if (head.state() instanceof Running(var gate, var lease)
                    && lease.owner().equals(worker)) {
                save(new Head(
                        head.target(),
                        new Running(gate, new Lease(worker, until)),
                        head.since(),
                        head.output(),
                        head.tally()));
                held.add(gate);
            }
        }
        return held;
    }

    @Override
    public List<Owned> owned(WorkerTarget target, int max) {
        return tables.heads.values().stream()
                .filter(head -> target.covers(head.target()))
                .filter(head -> head.state() instanceof Running)
                .map(head -> (Running) head.state())
                .map(running -> new Owned(
                        running.gate(), running.lease(), running.lease().until().isBefore(now)))
                .limit(max)
                .toList();
    }

    @Override
    public List<AgentId> idleWithQueue(WorkerTarget target, int max) {
        return agents(target, max, head -> head.state() instanceof Idle && hasQueued(head.agent()));
    }

    @Override
    public List<AgentId> resumable(WorkerTarget target, int max) {
        return agents(
                target, max, head -> head.state() instanceof Suspended suspended && hasAnswer(head.agent(), suspended));
    }

    @Override
    public List<AgentId> withWaitsPast(WorkerTarget target, Instant time, int max) {
        return agents(
                target,
                max,
                head -> head.state() instanceof Suspended suspended
                        && !suspended.resumeBy().isAfter(time));
    }

    @Override
    public List<Head> dispatchedBefore(WorkerTarget target, Instant time, int max) {
        return tables.heads.values().stream()
                .filter(head -> target.covers(head.target()))
                .filter(head ->
                        head.state() instanceof Dispatched && head.since().isBefore(time))
                .limit(max)
                .toList();
    }

    private List<AgentId> agents(WorkerTarget target, int max, Predicate<Head> wanted) {
        return tables.heads.values().stream()
                .filter(head -> target.covers(head.target()))
                .filter(wanted)
                .map(Head::agent)
                .limit(max)
                .toList();
    }

    private boolean hasQueued(AgentId agent) {
        return tables.inbox(agent).values().stream()
                .anyMatch(filed -> filed.letter().state() == LetterState.QUEUED);
    }

    private boolean hasAnswer(AgentId agent, Suspended suspended) {
        return tables.inbox(agent).values().stream()
                .map(MemoryTables.Filed::letter)
                .filter(letter -> letter.state() == LetterState.PENDING)
                .anyMatch(letter -> switch (letter.content()) {
                    case Letter.Report report -> suspended.waits().contains(report.call());
                    case Letter.Notice _ ->
                        !letter.turn().equals(suspended.gate().turn()) && waitsFor(agent, Wait.AGENTS);
                    case Letter.Steer _ -> waitsFor(agent, Wait.AGENTS_OR_INPUT);
                    case Letter.Request _, Letter.UiAction _, Letter.Stop _, Letter.Broken _ -> false;
                });
    }

    private boolean waitsFor(AgentId agent, String answerer) {
        return tables.waits(agent).values().stream()
                .anyMatch(wait -> wait.need().answerer().startsWith(answerer));
    }
}
