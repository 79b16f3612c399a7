package dev.pawl.delegation;

import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.json.BadJson;
import dev.pawl.json.ItemCodec;
import dev.pawl.json.Json;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.thread.Threads;
import java.util.List;

/// Agents that wait for their turn because as many as may work already do. The queue is kept beside
/// the root of their tree, each request beside its agent: whoever looks next lets them begin, and
/// two who look at once begin the same ones. Safe for use by many threads.
public final class AgentQueue {
    private static final String REQUEST = "agent_request";

    private final Ledger ledger;
    private final Threads threads;
    private final int most;

    /// @param most agents of one tree that work at the same time
    public AgentQueue(Ledger ledger, Threads threads, int most) {
        this.ledger = ledger;
        this.threads = threads;
        this.most = most;
    }

    /// Adds an agent that has not begun; one that has is left alone.
    void add(ThreadId root, ThreadId agent, TurnRequest request) {
        var state = AgentNotes.of(threads, agent).map(SpawnedAgent::state);
        if (state.isPresent() && state.get() != SpawnedAgent.State.QUEUED) return;
        threads.note(agent, REQUEST, _ -> write(request));
        AgentNotes.enqueue(threads, root, agent);
    }

    /// Lets agents begin while there is room; returns those that still wait, the first one first.
    public List<ThreadId> advance(ThreadId root) {
        var queue = AgentNotes.queue(threads, root);
        if (queue.isEmpty()) return queue;
        var tree = new AgentTree(ledger, threads);
        var working = tree.family(root).stream()
                .filter(member -> !member.equals(root) && tree.isActive(member))
                .count();
        for (var agent : queue) {
            if (working >= most) break;
            if (begin(agent)) working++;
            AgentNotes.dequeue(threads, root, agent);
        }
        return AgentNotes.queue(threads, root);
    }

    /// Takes an agent that has not begun out of the queue.
    void drop(ThreadId root, ThreadId agent) {
        AgentNotes.dequeue(threads, root, agent);
        threads.note(agent, REQUEST, _ -> "");
    }

    private boolean begin(ThreadId agent) {
        var kept = threads.notes(agent).getOrDefault(REQUEST, "");
        var isClosed = AgentNotes.of(threads, agent)
                .filter(known -> known.state() == SpawnedAgent.State.CLOSED)
                .isPresent();
        if (kept.isEmpty() || isClosed) return false;
        try {
            var receipt = ledger.enqueue(read(agent, kept));
            AgentNotes.begun(threads, agent);
            threads.note(agent, REQUEST, _ -> "");
            return receipt instanceof Receipt.Accepted || receipt instanceof Receipt.Duplicate;
        } catch (BadJson | IllegalArgumentException unreadable) {
            threads.note(agent, REQUEST, _ -> "");
            return false;
        }
    }

    /// Lets agents of all trees begin where there is room: for those whose caller, or whose
    /// predecessor's worker, is gone.
    public void advanceAll() {
        for (var root : threads.noted(SpawnedAgent.QUEUE).keySet()) advance(root);
    }

    private static String write(TurnRequest request) {
        var spawner = (Lineage.Caller.Spawner) request.lineage().caller();
        return Json.object()
                .with("letter", request.letter().value())
                .with("target", request.target().value())
                .with("depth", request.lineage().depth())
                .with("agent", spawner.agent().value())
                .with("turn", spawner.turn().value())
                .with("call", spawner.call().value())
                .with("manner", spawner.manner())
                .with(
                        "items",
                        Json.array(request.context().stream()
                                .map(ItemCodec::tagged)
                                .toList()))
                .write();
    }

    private static TurnRequest read(ThreadId agent, String kept) {
        var json = Json.parse(kept);
        return new TurnRequest(
                new LetterId(json.text("letter")),
                new AgentId(agent.value()),
                new WorkerTarget(json.text("target")),
                LetterKind.TURN,
                json.list("items").stream().map(ItemCodec::tagged).toList(),
                new Lineage(
                        (int) json.number("depth"),
                        new Lineage.Caller.Spawner(
                                new AgentId(json.text("agent")),
                                new TurnId(json.text("turn")),
                                new CallId(json.text("call")),
                                json.text("manner"))));
    }
}
