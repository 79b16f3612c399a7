package dev.pawl.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.plan.PlanText;
import dev.pawl.workflow.plan.TaskId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// A workflow in memory: gives commands and folds what they change.
final class FlowDriver {
    static final Instant NOON = Instant.parse("2026-11-18T12:00:00Z");
    static final TaskId T1 = new TaskId("T-001");
    static final TaskId T2 = new TaskId("T-002");
    static final String PLAN = """
            ## Goal
            X
            ## Tasks
            - [ ] T-001 First | verify: unit
            - [ ] T-002 Second | deps: T-001 | verify: unit
            """;

    private final List<WorkflowChange> journal = new ArrayList<>();
    private final FlowLimits limits;
    private Workflow flow = Workflow.NONE;
    private int letters;

    FlowDriver(FlowLimits limits) {
        this.limits = limits;
    }

    FlowDriver() {
        this(FlowLimits.DEFAULT);
    }

    Workflow flow() {
        return flow;
    }

    List<WorkflowChange> journal() {
        return List.copyOf(journal);
    }

    NextWork next() {
        return NextWork.of(flow, limits);
    }

    WorkflowDecision give(WorkflowCommand command) {
        var decision = WorkflowRules.decide(flow, command, limits);
        if (decision instanceof WorkflowDecision.Accepted(var changes)) {
            for (var change : changes) {
                flow = WorkflowFold.after(flow, change, NOON);
                journal.add(change);
            }
        }
        return decision;
    }

    FlowDriver accept(WorkflowCommand command) {
        assertThat(give(command)).as(command + " in " + flow.state()).isInstanceOf(WorkflowDecision.Accepted.class);
        return this;
    }

    WorkflowDecision.Refused refuse(WorkflowCommand command) {
        var before = flow;
        var decision = give(command);
        assertThat(decision).as(command + " in " + before.state()).isInstanceOf(WorkflowDecision.Refused.class);
        assertThat(flow).isEqualTo(before);
        return (WorkflowDecision.Refused) decision;
    }

    /// Opens the turn that is due and ends it so.
    FlowDriver turn(Ending ending, String text) {
        assertThat(next()).isInstanceOf(NextWork.Open.class);
        var letter = new LetterId("l" + letters++);
        accept(new WorkflowCommand.OpenTurn(((NextWork.Open) next()).purpose(), letter, 0));
        return accept(new WorkflowCommand.CloseTurn(letter, ending, text));
    }

    FlowDriver turn() {
        return turn(Ending.DONE, "done");
    }

    static WorkflowCommand.Begin begin() {
        return new WorkflowCommand.Begin(
                "w1", new ThreadId("thread-1"), "add X", false, "workspace-write", "on-request");
    }

    static PlanText.Reading reading() {
        return PlanText.read(PLAN, new PlanText.Rules(Set.of("unit"), false, List.of()));
    }

    static Mark mark(String id) {
        return new Mark(id, "test", "tree-" + id, 0, NOON);
    }

    static CheckResult result(CheckResult.Ending ending) {
        var exit = ending == CheckResult.Ending.PASSED ? 0 : ending == CheckResult.Ending.ENVIRONMENT ? 127 : 1;
        var print = ending == CheckResult.Ending.PASSED ? "" : "print";
        return new CheckResult("unit", "run tests", ending, exit, 10, "tree", "log", print, "boom", true);
    }

    FlowDriver planning() {
        return accept(begin());
    }

    FlowDriver confirming() {
        return planning().turn().accept(new WorkflowCommand.OfferPlan("docs/prd/x.md", "h1", reading()));
    }

    FlowDriver executing() {
        return confirming()
                .accept(new WorkflowCommand.Approve("h1", true))
                .accept(new WorkflowCommand.Baseline(
                        List.of(result(CheckResult.Ending.PASSED)), mark("base"), "head", "main", "h2"));
    }

    /// The first task is in hand and its turn is over.
    FlowDriver working() {
        return executing().accept(new WorkflowCommand.StartTask(T1, mark("c1"))).turn();
    }

    FlowDriver check(TaskId task, CheckResult.Ending ending) {
        return accept(new WorkflowCommand.RecordChecks(task, List.of(result(ending)), mark("v" + journal.size())));
    }

    FlowDriver fixing() {
        return working().check(T1, CheckResult.Ending.FAILED);
    }

    /// One attempt to fix, with this ending of the checks.
    FlowDriver attempt(CheckResult.Ending ending) {
        var task = flow.queue().current().orElseThrow();
        accept(new WorkflowCommand.StartAttempt(mark("a" + journal.size()))).turn();
        return check(task, ending);
    }

    FlowDriver blocked() {
        return fixing().attempt(CheckResult.Ending.FAILED)
                .attempt(CheckResult.Ending.FAILED)
                .attempt(CheckResult.Ending.FAILED);
    }

    FlowDriver archiving() {
        return working()
                .check(T1, CheckResult.Ending.PASSED)
                .accept(new WorkflowCommand.StartTask(T2, mark("c2")))
                .turn()
                .check(T2, CheckResult.Ending.PASSED)
                .accept(new WorkflowCommand.StartTask(TaskId.FINAL, mark("c3")))
                .check(TaskId.FINAL, CheckResult.Ending.PASSED);
    }

    static FlowDriver in(WorkflowState state) {
        var driver = new FlowDriver();
        return switch (state) {
            case IDLE -> driver;
            case PLANNING -> driver.planning();
            case CONFIRMING -> driver.confirming();
            case EXECUTING -> driver.executing();
            case AUTO_FIX -> driver.fixing();
            case BLOCKED -> driver.blocked();
            case ARCHIVING -> driver.archiving();
        };
    }
}
