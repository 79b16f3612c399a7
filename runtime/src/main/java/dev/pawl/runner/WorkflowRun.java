package dev.pawl.runner;

import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.workflow.Mark;
import dev.pawl.workflow.NextWork;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.Workflow.OpenTurn;
import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workflow.WorkflowStore.Committed;
import dev.pawl.workflow.check.Check;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.PlanFault;
import dev.pawl.workflow.plan.PlanText;
import dev.pawl.workflow.plan.TaskId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/// Carries one workflow: asks what is due, does it, writes down what came of it, and asks again.
///
/// What is done is written down before the next thing is asked for; a process that dies anywhere is
/// followed by one that asks the same question. One process at a time: it holds the workflow's
/// lease. Used by one thread.
public final class WorkflowRun {
    private static final int MOST_REFUSALS = 50;

    private final FlowSite site;
    private final FlowListener listener;
    private final WorkflowControl control;
    private final WorkerId self;
    private int refusals;

    /// How the workflow stands when nothing more can be done here.
    public enum Standing {
        /// It is idle or paused.
        RESTS,
        /// It waits for a person.
        WAITS,
        /// Another process runs it.
        TAKEN
    }

    public WorkflowRun(FlowSite site, FlowListener listener, WorkerId self) {
        this.site = site;
        this.listener = listener;
        this.control = new WorkflowControl(site, listener);
        this.self = self;
    }

    /// Work that nobody else may do meanwhile.
    @FunctionalInterface
    public interface Claimed<T> {
        T run() throws IOException, InterruptedException;
    }

    public Standing run() throws IOException, InterruptedException {
        return claimed(() -> {
                    while (true) {
                        var standing = step();
                        if (standing.isPresent()) return standing.get();
                    }
                })
                .orElse(Standing.TAKEN);
    }

    /// Does it while this process runs the workflow; empty when another one does.
    public <T> Optional<T> claimed(Claimed<T> work) throws IOException, InterruptedException {
        var lease = site.times().lease();
        if (!site.store().claim(site.workspace(), self, lease, site.isDead())) return Optional.empty();
        try (var _ = new FlowLease(site, self)) {
            return Optional.of(work.run());
        } finally {
            site.store().release(site.workspace(), self);
        }
    }

    /// Takes back what the agent did; empty while another process runs the workflow.
    public Optional<Committed> rollBack(Optional<String> target) throws IOException, InterruptedException {
        return claimed(() -> control.rollBack(target));
    }

    private Optional<Standing> step() throws IOException, InterruptedException {
        if (Thread.interrupted()) throw new InterruptedException();
        var flow = control.read().flow();
        switch (NextWork.of(flow, site.limits())) {
            case NextWork.Rest _ -> {
                return Optional.of(Standing.RESTS);
            }
            case NextWork.Carry(var turn) -> {
                if (!carry(flow, turn)) return Optional.of(Standing.WAITS);
            }
            case NextWork.Withdraw(var turn) -> withdraw(flow, turn);
            case NextWork.Open(var purpose) -> open(flow, purpose);
            case NextWork.CheckPlan _ -> checkPlan(flow);
            case NextWork.TakeBaseline _ -> takeBaseline(flow);
            case NextWork.Start(var task) ->
                give(flow, new WorkflowCommand.StartTask(task, mark(flow, "before " + task)));
            case NextWork.AskDependency(var task, var skipped) ->
                give(
                        flow,
                        new WorkflowCommand.FindError(TaskFailure.of(
                                task,
                                TaskFailure.Kind.DEPENDENCY,
                                task + " depends on " + skipped + ", which was skipped")));
            case NextWork.SkipDependant(var task, var skipped) ->
                give(flow, new WorkflowCommand.SkipDependant(task, skipped + " was skipped"));
            case NextWork.CountAttempt _ ->
                give(
                        flow,
                        new WorkflowCommand.StartAttempt(
                                mark(flow, "before attempt " + (flow.repair().attempts() + 1))));
            case NextWork.RunChecks(var task) -> runChecks(flow, task);
            case NextWork.End _ -> give(flow, new WorkflowCommand.Finish(mark(flow, "end")));
            case NextWork.Archive _ -> archive(flow);
        }
        return Optional.empty();
    }

    /// Writes down what came of the work. When a person was faster it is refused, and what is due
    /// is asked again.
    private void give(Workflow seen, WorkflowCommand command) throws InterruptedException {
        var committed = site.store()
                .commit(
                        site.workspace(),
                        new WorkflowStore.Request(
                                site.turns().fresh(),
                                command,
                                site.limits(),
                                OptionalLong.of(seen.revision()),
                                Optional.of(self)));
        switch (committed) {
            case Committed.Done(var flow, var changes) -> {
                refusals = 0;
                control.save();
                listener.changed(flow, changes, () -> site.turns().spent(flow.isActive() ? flow : seen));
            }
            case Committed.Refused(var flow, var refusal) -> {
                if (++refusals > MOST_REFUSALS)
                    throw new IllegalStateException(command + " is refused in " + flow.state() + ": " + refusal.why());
            }
            case Committed.Lost _ -> throw new InterruptedException("another process runs the workflow");
        }
    }

    private Mark mark(Workflow flow, String reason) throws InterruptedException {
        return site.files().mark(reason, flow.revision() + 1);
    }

    // Turns.

    private void open(Workflow flow, Purpose purpose) throws IOException, InterruptedException {
        if (purpose == Purpose.TASK || purpose == Purpose.FIX) {
            if (!isPlanAsConfirmed(flow)) return;
        }
        var letter = new LetterId("flow-" + site.turns().fresh());
        give(
                flow,
                new WorkflowCommand.OpenTurn(
                        purpose, letter, site.turns().lastEvent(flow.origin().thread())));
    }

    /// A plan that changed after it was confirmed is not worked on.
    private boolean isPlanAsConfirmed(Workflow flow) throws IOException, InterruptedException {
        var plan = site.files().plan(flow.plan().path());
        if (plan.isPresent() && plan.get().hash().equals(flow.plan().hash())) return true;
        // Confirmed, and the process died before the file said so.
        if (plan.isPresent() && plan.get().hash().equals(flow.plan().approvedHash())) {
            site.files().write(site.files().withStatus(plan.get(), "confirmed"));
            return true;
        }
        give(flow, new WorkflowCommand.Suspend("the plan's file " + flow.plan().path() + " is not the confirmed one"));
        return false;
    }

    /// Whether the turn is over; false while it waits for a person.
    private boolean carry(Workflow flow, OpenTurn turn) throws IOException, InterruptedException {
        var thread = flow.origin().thread();
        var known = site.turns().find(thread, turn.letter(), turn.after());
        var id = known.isPresent()
                ? known.get()
                : site.turns().submit(thread, turn.letter(), turn.after(), request(flow, turn), source(turn));
        var carried = site.turns().carry(thread, id, site.times().taskTime());
        if (carried == FlowTurns.Carried.WAITS) return false;
        var end = site.turns().deliverable(thread, id);
        if (turn.purpose().asksPerson()) {
            answered(flow, turn, end);
            return true;
        }
        var ending = carried == FlowTurns.Carried.TOO_LONG ? Ending.TIMED_OUT : ending(end);
        var text = end.outcome() == Outcome.SUCCESS ? end.text() : end.error();
        give(flow, new WorkflowCommand.CloseTurn(turn.letter(), ending, text));
        return true;
    }

    private static String source(OpenTurn turn) {
        return turn.purpose().asksPerson() ? FlowTurns.ASKS : FlowTurns.WORKS;
    }

    private static Ending ending(Item.Deliverable end) {
        return switch (end.outcome()) {
            case SUCCESS -> Ending.DONE;
            case FAILED -> end.failure().isEmpty() ? Ending.FAILED : Ending.UNREACHABLE;
            case CANCELED -> Ending.STOPPED;
            case TIMEOUT -> Ending.FAILED;
        };
    }

    private List<Item> request(Workflow flow, OpenTurn turn) throws IOException, InterruptedException {
        var purpose = turn.purpose();
        if (purpose.asksPerson()) {
            var rollback = purpose == Purpose.ASK_BLOCKED ? FlowStatus.rollback(site, flow) : List.<String>of();
            return new FlowQuestion(flow, site.words(), rollback).request(purpose, turn.letter());
        }
        var origin = flow.origin();
        var reads = purpose == Purpose.PLAN;
        // A plan is made without leave to change anything, and without asking for it.
        site.turns()
                .limit(origin.thread(), reads ? "read-only" : origin.sandbox(), reads ? "never" : origin.approval());
        var earlier =
                reads ? site.files().plan(site.files().planPath(flow)) : Optional.<FlowWorkspace.PlanDocument>empty();
        var prompt = new FlowPrompts(flow, site.files().checks())
                .of(
                        purpose,
                        site.files().planPath(flow),
                        earlier,
                        purpose == Purpose.FIX ? lastChanges(flow) : "",
                        site.limits().strikes().most());
        return List.of(Item.UserMessage.of(prompt));
    }

    /// The files that the attempt before this one changed.
    private String lastChanges(Workflow flow) throws InterruptedException {
        var tree = flow.currentTask().stream()
                .flatMap(task -> task.ledger().reversed().stream())
                .map(CheckResult::tree)
                .filter(name ->
                        !name.isEmpty() && !name.equals(flow.marks().attempt().tree()))
                .findFirst();
        var before = tree.orElse(flow.marks().last().tree());
        return site.files().changes(before, flow.marks().attempt().tree()).stream()
                .map(change -> change.path())
                .limit(20)
                .collect(Collectors.joining(", "));
    }

    /// The command is kept first, then the question is closed: asking again finds it done.
    private void answered(Workflow flow, OpenTurn turn, Item.Deliverable end) throws IOException, InterruptedException {
        if (end.outcome() == Outcome.SUCCESS) {
            var id = "answer-" + turn.letter().value();
            switch (FlowAnswer.of(flow, turn.purpose(), end.text())) {
                case FlowAnswer.Give(var command) -> {
                    control.noticeEdit();
                    if (control.give(id, command) instanceof Committed.Refused(var _, var refusal))
                        listener.warned(refusal.why());
                    else if (command instanceof WorkflowCommand.Cancel) control.mark(flow, "cancelled");
                }
                case FlowAnswer.RollBack _ -> control.rollBack(Optional.empty());
                case FlowAnswer.Unclear _ -> listener.warned("the answer was not understood: it is asked again");
            }
        }
        give(control.read().flow(), new WorkflowCommand.CloseTurn(turn.letter(), Ending.DONE, end.text()));
    }

    /// Ends a turn that the workflow no longer needs.
    private void withdraw(Workflow flow, OpenTurn turn) throws InterruptedException {
        var thread = flow.origin().thread();
        var id = site.turns().find(thread, turn.letter(), turn.after());
        if (id.isPresent()) {
            if (turn.purpose().asksPerson()) site.turns().answer(thread, id.get(), "Settled: " + flow.state() + ".");
            else site.turns().stop(thread, id.get(), "the workflow is " + flow.state());
            if (site.turns().carry(thread, id.get(), site.times().taskTime()) == FlowTurns.Carried.WAITS)
                site.turns().stop(thread, id.get(), "the workflow is " + flow.state());
        }
        give(flow, new WorkflowCommand.CloseTurn(turn.letter(), Ending.STOPPED, "no longer needed"));
    }

    // The plan.

    private void checkPlan(Workflow flow) throws IOException, InterruptedException {
        var path = site.files().planPath(flow);
        var reply = PlanReply.document(flow.memo().reply());
        var file = site.files().draft(flow);
        // A plan in the last message is newer than one that the tool wrote before it.
        var text = reply.or(() -> file);
        if (text.isEmpty()) {
            give(flow, new WorkflowCommand.RefusePlan(List.of("no plan was given: the last message must be the plan")));
            return;
        }
        var rules = new PlanText.Rules(
                site.files().checks().stream().map(Check::id).collect(Collectors.toSet()),
                flow.origin().quick(),
                flow.plan().version() > 0 ? flow.queue().planned() : List.of());
        var reading = PlanText.read(text.get(), rules);
        if (!reading.isSound()) {
            give(
                    flow,
                    new WorkflowCommand.RefusePlan(
                            reading.faults().stream().map(PlanFault::words).toList()));
            return;
        }
        var written = site.files().writePlan(flow, path, text.get(), "draft");
        give(flow, new WorkflowCommand.OfferPlan(written.path(), written.hash(), PlanText.read(written.text(), rules)));
        if (reading.plan().isLong())
            listener.warned("the plan has " + reading.plan().lines() + " lines: that is long for a person to read");
    }

    private void takeBaseline(Workflow flow) throws IOException, InterruptedException {
        if (control.noticeEdit()) return;
        var mark = mark(flow, "base");
        var results = new ArrayList<CheckResult>();
        if (site.times().takesBaseline()) {
            for (var check : used(flow)) {
                var result = check(flow, TaskId.FINAL, check, mark.tree());
                results.add(check.allowsBaselineFailure() ? result.tolerated() : result);
            }
        }
        var plan = site.files().plan(flow.plan().path());
        var hash = plan.map(found -> site.files().withStatus(found, "confirmed").hash())
                .orElse(flow.plan().hash());
        var place = site.files().gitPlace();
        give(flow, new WorkflowCommand.Baseline(results, mark, place.head(), place.branch(), hash));
        if (control.read().flow().state() == WorkflowState.EXECUTING) control.mark(flow, "confirmed");
    }

    /// The checks that a task names, and the final ones.
    private List<Check> used(Workflow flow) {
        return site.files().checks().stream()
                .filter(check -> check.when().contains(Check.When.FINAL)
                        || flow.queue().planned().stream()
                                .anyMatch(task -> task.checks().contains(check.id())))
                .toList();
    }

    // Checks.

    private void runChecks(Workflow flow, TaskId task) throws IOException, InterruptedException {
        var now = mark(flow, "after " + task);
        if (flow.state() == WorkflowState.AUTO_FIX && !flow.repair().protectedAgreed()) {
            var changes = site.files().changes(flow.marks().attempt().tree(), now.tree());
            var touched = site.files().protectedFiles().touched(changes);
            if (!touched.isEmpty()) {
                give(flow, new WorkflowCommand.TouchProtected(touched));
                return;
            }
        }
        var named = flow.queue().find(task).map(one -> one.task().checks()).orElse(List.of());
        var results = new ArrayList<CheckResult>();
        for (var check : site.files().checks()) {
            var isDue = task.isFinal() ? check.when().contains(Check.When.FINAL) : named.contains(check.id());
            if (!isDue) continue;
            var result = check(flow, task, check, now.tree());
            results.add(isTolerated(flow, check) ? result.tolerated() : result);
            if (!isWanted(flow)) return;
        }
        give(flow, new WorkflowCommand.RecordChecks(task, results, now));
    }

    private CheckResult check(Workflow flow, TaskId task, Check check, String tree) throws InterruptedException {
        listener.checking(task, check);
        var result = site.files().run(check, flow.id(), tree, () -> isWanted(flow));
        if (!result.hasPassed() && check.repeatsOnce() && isWanted(flow))
            result = site.files().run(check, flow.id(), tree, () -> isWanted(flow));
        listener.checked(task, result);
        return result;
    }

    /// It failed before the first task, and a person or the settings said that this may be; or it
    /// cannot be run here, and a person started all the same.
    private static boolean isTolerated(Workflow flow, Check check) {
        return flow.marks().baseline().stream()
                .filter(result -> result.check().equals(check.id()) && !result.hasPassed())
                .anyMatch(result -> check.allowsBaselineFailure() || result.ending() == CheckResult.Ending.ENVIRONMENT);
    }

    /// Whether nobody has stopped, paused or moved the workflow meanwhile.
    private boolean isWanted(Workflow flow) {
        return site.store().read(site.workspace()).flow().state() == flow.state();
    }

    private void archive(Workflow flow) throws IOException, InterruptedException {
        var outcome = flow.memo().outcome().name().toLowerCase(Locale.ROOT);
        var folder = site.files().archive(flow, site.store().journal(site.workspace()), outcome);
        control.mark(flow, "archived");
        give(flow, new WorkflowCommand.CompleteArchive(folder));
    }
}
