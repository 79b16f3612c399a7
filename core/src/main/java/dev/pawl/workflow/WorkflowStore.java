package dev.pawl.workflow;

import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.workflow.WorkflowRows.Content;
import dev.pawl.workflow.WorkflowRows.Entry;
import dev.pawl.workflow.WorkflowRows.Head;
import dev.pawl.workflow.WorkflowRows.Lease;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/// The journal of workflows: each method is one transaction, whole or not at all, written once for
/// every store. The state is the fold of the journal. Safe for use by many threads and processes.
public final class WorkflowStore {
    private static final int MOST = 500;

    private final WorkflowRows.Transactions store;

    public WorkflowStore(WorkflowRows.Transactions store) {
        this.store = store;
    }

    /// A workflow and who runs it.
    public record Snapshot(String workspace, Workflow flow, Optional<Lease> lease) {}

    /// A command with the name that makes giving it twice giving it once.
    ///
    /// @param revision the one the caller has seen; another one refuses the command
    /// @param owner the runner that must still hold the workflow; empty for a person
    public record Request(
            String id, WorkflowCommand command, FlowLimits limits, OptionalLong revision, Optional<WorkerId> owner) {}

    public sealed interface Committed {
        record Done(Workflow flow, List<WorkflowChange> changes) implements Committed {
            public Done {
                changes = List.copyOf(changes);
            }
        }

        record Refused(Workflow flow, WorkflowDecision.Refused refusal) implements Committed {}

        /// Another process runs the workflow by now.
        record Lost(Workflow flow) implements Committed {}
    }

    public Snapshot read(String workspace) {
        return store.read(rows -> rows.find(workspace)
                .map(head -> snapshot(rows, head))
                .orElse(new Snapshot(workspace, Workflow.NONE, Optional.empty())));
    }

    /// The workflow whose turns run in this thread.
    public Optional<Snapshot> ofThread(ThreadId thread) {
        return store.read(rows -> rows.ofThread(thread).map(head -> snapshot(rows, head)));
    }

    /// Workflows that are not idle.
    public List<Head> active() {
        return store.read(rows -> rows.active(MOST));
    }

    /// The journal of the workspace's last workflow.
    public List<Entry> journal(String workspace) {
        return store.read(rows -> rows.find(workspace)
                .map(head -> rows.entries(workspace, head.workflow()))
                .orElse(List.of()));
    }

    private static Snapshot snapshot(WorkflowRows rows, Head head) {
        return new Snapshot(head.workspace(), fold(rows, head), head.lease());
    }

    private static Workflow fold(WorkflowRows rows, Head head) {
        if (head.workflow().isEmpty()) return Workflow.NONE.at(head.revision());
        return fold(rows.entries(head.workspace(), head.workflow())).at(head.revision());
    }

    /// The workflow that these entries tell of.
    public static Workflow fold(List<Entry> entries) {
        var flow = Workflow.NONE;
        for (var entry : entries) {
            if (entry.content() instanceof Content.Changed(var change))
                flow = WorkflowFold.after(flow, change, entry.at()).at(entry.revision());
        }
        return flow;
    }

    public Committed commit(String workspace, Request request) {
        return store.commit(rows -> commit(rows, workspace, request));
    }

    private static Committed commit(WorkflowRows rows, String workspace, Request request) {
        var head = rows.lock(workspace);
        var flow = fold(rows, head);
        var earlier = rows.ofCommand(workspace, request.id());
        if (!earlier.isEmpty()) return again(flow, earlier);
        if (request.owner().isPresent() && !isHeldBy(head, request.owner().get())) return new Committed.Lost(flow);
        var isLate = request.revision().isPresent() && request.revision().getAsLong() != flow.revision();
        var decision = isLate
                ? new WorkflowDecision.Refused(
                        WorkflowDecision.Code.REVISION,
                        flow.state(),
                        FlowCommands.allowed(flow),
                        "the workflow changed meanwhile: look at it again")
                : WorkflowRules.decide(flow, request.command(), request.limits());
        return switch (decision) {
            case WorkflowDecision.Accepted(var changes) -> accept(rows, head, flow, request.id(), changes);
            case WorkflowDecision.Refused refused -> refuse(rows, head, flow, request.id(), refused);
        };
    }

    private static Committed again(Workflow flow, List<Entry> earlier) {
        var changes = new ArrayList<WorkflowChange>();
        for (var entry : earlier) {
            switch (entry.content()) {
                case Content.Changed(var change) -> changes.add(change);
                case Content.Declined(var code, var why) -> {
                    return new Committed.Refused(
                            flow, new WorkflowDecision.Refused(code, flow.state(), FlowCommands.allowed(flow), why));
                }
            }
        }
        return new Committed.Done(flow, changes);
    }

    private static boolean isHeldBy(Head head, WorkerId owner) {
        return head.lease().filter(lease -> lease.owner().equals(owner)).isPresent();
    }

    private static Committed accept(
            WorkflowRows rows, Head head, Workflow before, String command, List<WorkflowChange> changes) {
        var now = rows.now();
        var flow = before;
        var entries = new ArrayList<Entry>();
        for (var change : changes) {
            flow = WorkflowFold.after(flow, change, now);
            entries.add(new Entry(
                    head.entries() + entries.size() + 1,
                    flow.revision(),
                    flow.id(),
                    command,
                    now,
                    new Content.Changed(change)));
        }
        rows.append(head.workspace(), entries);
        rows.save(Head.of(head, flow, head.entries() + entries.size()));
        return new Committed.Done(flow, changes);
    }

    private static Committed refuse(
            WorkflowRows rows, Head head, Workflow flow, String command, WorkflowDecision.Refused refused) {
        var content = new Content.Declined(refused.code(), refused.why());
        var entry = new Entry(head.entries() + 1, flow.revision(), flow.id(), command, rows.now(), content);
        rows.append(head.workspace(), List.of(entry));
        rows.save(Head.of(head, flow, head.entries() + 1));
        return new Committed.Refused(flow, refused);
    }

    /// Makes this process the one that runs the workflow, unless another one does.
    ///
    /// @param isDead whether the process of a runner is known to have ended
    public boolean claim(String workspace, WorkerId owner, Duration lease, Predicate<WorkerId> isDead) {
        return store.commit(rows -> {
            var head = rows.lock(workspace);
            var holder = head.lease().filter(held -> !held.owner().equals(owner));
            var isHeld = holder.isPresent()
                    && holder.get().until().isAfter(rows.now())
                    && !isDead.test(holder.get().owner());
            if (isHeld) return false;
            rows.save(head.with(Optional.of(new Lease(owner, rows.now().plus(lease)))));
            return true;
        });
    }

    /// Whether this process still runs the workflow; its lease is as long as ever then.
    public boolean renew(String workspace, WorkerId owner, Duration lease) {
        return store.commit(rows -> {
            var head = rows.lock(workspace);
            if (!isHeldBy(head, owner)) return false;
            rows.save(head.with(Optional.of(new Lease(owner, rows.now().plus(lease)))));
            return true;
        });
    }

    public void release(String workspace, WorkerId owner) {
        store.commit(rows -> {
            var head = rows.lock(workspace);
            if (isHeldBy(head, owner)) rows.save(head.with(Optional.empty()));
            return head;
        });
    }
}
