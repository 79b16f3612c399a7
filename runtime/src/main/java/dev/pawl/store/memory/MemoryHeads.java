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
import dev.pawl.kernel.books.Books;
import dev.pawl.kernel.books.Look;
import dev.pawl.kernel.receipt.Owned;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

final class MemoryHeads implements Books.Heads {
    private final Rows rows;
    private final Undo undo;
    private final Instant now;

    MemoryHeads(Rows rows, Undo undo, Instant now) {
        this.rows = rows;
        this.undo = undo;
        this.now = now;
    }

    @Override
    public Optional<Head> lock(AgentId agent, Look... ahead) {
        return peek(agent);
    }

    @Override
    public Optional<Head> peek(AgentId agent) {
        return Optional.ofNullable(rows.heads.get(agent));
    }

    @Override
    public void insert(Head head) {
        if (!rows.heads.containsKey(head.agent())) undo.put(rows.heads, head.agent(), head);
    }

    @Override
    public void save(Head head) {
        undo.put(rows.heads, head.agent(), head);
    }

    @Override
    public Set<Gate> renew(WorkerId worker, Instant until) {
        var held = new LinkedHashSet<Gate>();
        for (var head : List.copyOf(rows.heads.values())) {
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
        return rows.heads.values().stream()
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
        return rows.heads.values().stream()
                .filter(head -> target.covers(head.target()))
                .filter(head ->
                        head.state() instanceof Dispatched && head.since().isBefore(time))
                .limit(max)
                .toList();
    }

    private List<AgentId> agents(WorkerTarget target, int max, Predicate<Head> wanted) {
        return rows.heads.values().stream()
                .filter(head -> target.covers(head.target()))
                .filter(wanted)
                .map(Head::agent)
                .limit(max)
                .toList();
    }

    private boolean hasQueued(AgentId agent) {
        return rows.inbox(agent).values().stream()
                .anyMatch(filed -> filed.letter().state() == LetterState.QUEUED);
    }

    private boolean hasAnswer(AgentId agent, Suspended suspended) {
        return rows.inbox(agent).values().stream()
                .map(Rows.Filed::letter)
                .filter(letter -> letter.state() == LetterState.PENDING)
                .anyMatch(letter -> letter.content() instanceof Letter.Report report
                        && suspended.waits().contains(report.call()));
    }
}
