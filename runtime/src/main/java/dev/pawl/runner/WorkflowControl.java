package dev.pawl.runner;

import dev.pawl.id.TurnId;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workflow.WorkflowStore.Committed;
import dev.pawl.workflow.plan.PlanText;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// What people ask of a workflow, from any process. Each command is kept first; a runner goes on
/// with it. Safe for use by many threads.
public final class WorkflowControl {
    private final FlowSite site;
    private final FlowListener listener;

    public WorkflowControl(FlowSite site, FlowListener listener) {
        this.site = site;
        this.listener = listener;
    }

    public WorkflowStore.Snapshot read() {
        return site.store().read(site.workspace());
    }

    /// Gives a command; what it changes is in the context file afterwards.
    public Committed give(WorkflowCommand command) {
        return give(site.turns().fresh(), command);
    }

    /// The same command again is given once.
    public Committed give(String id, WorkflowCommand command) {
        var before = read().flow();
        var committed = site.store()
                .commit(
                        site.workspace(),
                        new WorkflowStore.Request(id, command, site.limits(), OptionalLong.empty(), Optional.empty()));
        if (committed instanceof Committed.Done(var flow, var changes)) {
            endTurn(before, flow);
            save();
            listener.changed(flow, changes, () -> site.turns().spent(flow));
        }
        return committed;
    }

    /// A command that ends the work under way ends its turn, too, whoever runs it.
    private void endTurn(Workflow before, Workflow now) {
        var open = before.turn().filter(turn -> !turn.purpose().asksPerson());
        if (open.isEmpty() || now.state() == before.state()) return;
        find(before, open.get())
                .ifPresent(turn -> site.turns().stop(before.origin().thread(), turn, "the workflow is " + now.state()));
    }

    /// Ends the turn that works now, if there is one.
    public void endTurn(String reason) {
        var flow = read().flow();
        flow.turn()
                .filter(turn -> !turn.purpose().asksPerson())
                .flatMap(turn -> find(flow, turn))
                .ifPresent(turn -> site.turns().stop(flow.origin().thread(), turn, reason));
    }

    private Optional<TurnId> find(Workflow flow, Workflow.OpenTurn turn) {
        return site.turns().find(flow.origin().thread(), turn.letter(), turn.after());
    }

    /// Confirms the plan as its file is now: an edit since it was shown is offered anew.
    public Committed confirm(Optional<String> hash, boolean start) throws IOException {
        noticeEdit();
        var flow = read().flow();
        return give(new WorkflowCommand.Approve(hash.orElse(flow.plan().hash()), start));
    }

    /// Whether the plan's file is another one by now. A plan with faults is reported and kept out.
    public boolean noticeEdit() throws IOException {
        var flow = read().flow();
        if (flow.state() != WorkflowState.CONFIRMING) return false;
        var plan = site.files().plan(flow.plan().path());
        if (plan.isEmpty()) {
            listener.warned("the plan's file " + flow.plan().path() + " is gone: modify or cancel the workflow");
            return false;
        }
        if (plan.get().hash().equals(flow.plan().hash())) return false;
        var rules = new PlanText.Rules(
                site.files().checks().stream().map(check -> check.id()).collect(Collectors.toSet()),
                flow.origin().quick(),
                List.of());
        var reading = PlanText.read(plan.get().text(), rules);
        var noticed = give(new WorkflowCommand.NoticeEdit(plan.get().hash(), reading));
        if (noticed instanceof Committed.Refused(var _, var refusal)) listener.warned(refusal.why());
        return noticed instanceof Committed.Done;
    }

    void save() {
        try {
            site.files().save(() -> read().flow());
        } catch (IOException later) {
            // The journal is the truth; the next change writes the file again.
            listener.warned("the context file could not be written: " + later.getMessage());
        }
    }

    /// The plan's file says what became of the plan.
    void mark(Workflow flow, String status) {
        try {
            var plan = site.files().plan(flow.plan().path());
            if (plan.isPresent()) site.files().write(site.files().withStatus(plan.get(), status));
        } catch (IOException unwritable) {
            listener.warned("the plan's file could not be written: " + unwritable.getMessage());
        }
    }

    /// Ends the workflow before its tasks began; the draft is kept.
    public Committed cancel(String reason) {
        var before = read().flow();
        var committed = give(new WorkflowCommand.Cancel(reason));
        if (committed instanceof Committed.Done) mark(before, "cancelled");
        return committed;
    }

    /// Takes back what the workflow's agent did, and ends the workflow. The caller must run it:
    /// [WorkflowRun#claimed].
    Committed rollBack(Optional<String> target) throws IOException, InterruptedException {
        var flow = read().flow();
        if (flow.state() != WorkflowState.BLOCKED)
            return give(new WorkflowCommand.RollBack("", 0, List.of(), List.of(), ""));
        var mark = target.isEmpty() || target.get().equals(flow.marks().last().id())
                ? flow.marks().last()
                : flow.marks().base();
        var done = site.files().rollBack(flow, mark);
        var archive = site.files().archive(flow, site.store().journal(site.workspace()), "rolled_back");
        return give(
                "rollback-" + flow.id() + "-" + flow.revision(),
                new WorkflowCommand.RollBack(mark.id(), done.undo(), done.restored(), done.kept(), archive));
    }
}
