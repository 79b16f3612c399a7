package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.id.WorkerId;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.Intervention;
import dev.pawl.workflow.Mark;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.Workflow;
import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowDecision;
import dev.pawl.workflow.WorkflowRows;
import dev.pawl.workflow.WorkflowState;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workflow.WorkflowStore.Committed;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.PlanText;
import dev.pawl.workflow.plan.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What every store promises about workflows. Extended by the tests of memory, SQLite and
/// PostgreSQL.
abstract class WorkflowContract extends LedgerSetup {
    private static final String HERE = "host:/work/project";
    private static final WorkerId ONE = new WorkerId("one");
    private static final WorkerId TWO = new WorkerId("two");
    private static final Duration LEASE = Duration.ofSeconds(15);
    private static final Mark MARK =
            new Mark("chk-20261118120000-0001", "base", "tree", 3, Instant.parse("2026-11-18T12:00:00Z"));
    private static final TaskId T1 = new TaskId("T-001");

    private WorkflowStore flows;
    private int commands;

    abstract WorkflowRows.Transactions workflows();

    @BeforeEach
    void openWorkflows() {
        flows = new WorkflowStore(workflows());
    }

    private Committed give(WorkflowCommand command) {
        return give("c" + commands++, command, OptionalLong.empty());
    }

    private Committed give(String id, WorkflowCommand command, OptionalLong revision) {
        return flows.commit(
                HERE, new WorkflowStore.Request(id, command, FlowLimits.DEFAULT, revision, Optional.empty()));
    }

    private Workflow accept(WorkflowCommand command) {
        var committed = give(command);
        assertThat(committed).isInstanceOf(Committed.Done.class);
        return ((Committed.Done) committed).flow();
    }

    private static WorkflowCommand begin() {
        return new WorkflowCommand.Begin(
                "w1", new ThreadId("thread-1"), "add \"X\" – 加", true, "workspace-write", "on-request");
    }

    private static CheckResult result(CheckResult.Ending ending) {
        return new CheckResult("unit", "make test", ending, 1, 12, "tree", "a.log", "print", "boom\nline", true);
    }

    private static PlanText.Reading reading() {
        var text = """
                ## Goal
                X
                ## Requirements
                R-1 It works.
                ## Tasks
                - [ ] T-001 [P] First | deps: - | files: a/**, b | req: R-1 | verify: unit
                """;
        return PlanText.read(text, new PlanText.Rules(Set.of("unit"), false, List.of()));
    }

    /// Every kind of entry is written and read back: the fold of what is stored is the workflow.
    @Test
    void whatIsReadBackIsWhatWasCommitted() {
        var letter = new LetterId("l1");
        var commands = new ArrayList<WorkflowCommand>(List.of(
                begin(),
                new WorkflowCommand.OpenTurn(Purpose.PLAN, letter, 7),
                new WorkflowCommand.CloseTurn(letter, Ending.DONE, "the plan"),
                new WorkflowCommand.RefusePlan(List.of("a cycle")),
                new WorkflowCommand.OfferPlan("docs/prd/x.md", "h1", reading()),
                new WorkflowCommand.Modify("rename it"),
                new WorkflowCommand.OfferPlan("docs/prd/x.md", "h2", reading()),
                new WorkflowCommand.NoticeEdit("h3", reading()),
                new WorkflowCommand.Approve("h3", true),
                new WorkflowCommand.Baseline(List.of(result(CheckResult.Ending.PASSED)), MARK, "head", "main", "h4"),
                new WorkflowCommand.StartTask(T1, MARK),
                new WorkflowCommand.Suspend("lunch"),
                new WorkflowCommand.Proceed(),
                new WorkflowCommand.Note("agent", "half way"),
                new WorkflowCommand.RecordChecks(T1, List.of(result(CheckResult.Ending.FAILED)), MARK),
                new WorkflowCommand.StartAttempt(MARK),
                new WorkflowCommand.RecordChecks(T1, List.of(result(CheckResult.Ending.TIMED_OUT)), MARK),
                new WorkflowCommand.StartAttempt(MARK),
                new WorkflowCommand.TouchProtected(List.of("XTest.java")),
                new WorkflowCommand.DecideProtected(false),
                new WorkflowCommand.Intervene(Intervention.GUIDANCE, "use a map"),
                new WorkflowCommand.FindError(TaskFailure.of(T1, TaskFailure.Kind.AGENT_ERROR, "oops")),
                new WorkflowCommand.ReportFixed(MARK),
                new WorkflowCommand.Finish(MARK),
                new WorkflowCommand.CompleteArchive("history/w1")));
        for (var command : commands) {
            var flow = accept(command);
            assertThat(flows.read(HERE).flow()).as(command.toString()).isEqualTo(flow);
        }
        assertThat(flows.read(HERE).flow().state()).isEqualTo(WorkflowState.IDLE);
        assertThat(WorkflowStore.fold(flows.journal(HERE)))
                .isEqualTo(flows.read(HERE).flow());
        accept(begin());
        accept(new WorkflowCommand.Cancel("no"));
        assertThat(flows.active()).isEmpty();
    }

    @Test
    void rolledBackIsReadBackToo() {
        accept(begin());
        accept(new WorkflowCommand.OfferPlan("p", "h1", reading()));
        accept(new WorkflowCommand.Approve("h1", true));
        accept(new WorkflowCommand.Baseline(List.of(), MARK, "", "", "h1"));
        accept(new WorkflowCommand.Stop("enough"));
        var flow = accept(new WorkflowCommand.RollBack("chk", 9, List.of("a"), List.of("b"), "history/w1"));
        assertThat(flows.read(HERE).flow()).isEqualTo(flow);
    }

    @Test
    void w10ARefusalIsInTheJournalAndChangesNothing() {
        var before = accept(begin());
        var refused = give(new WorkflowCommand.CompleteArchive("x"));
        assertThat(refused).isInstanceOf(Committed.Refused.class);
        assertThat(flows.read(HERE).flow()).isEqualTo(before);
        assertThat(flows.journal(HERE).getLast().content()).isInstanceOf(WorkflowRows.Content.Declined.class);
        assertThat(flows.journal(HERE).getLast().revision()).isEqualTo(before.revision());
    }

    @Test
    void w49TheSameCommandTwiceIsOneEntryAndOneAnswer() {
        var first = give("same", begin(), OptionalLong.empty());
        var second = give("same", begin(), OptionalLong.empty());
        assertThat(second).isEqualTo(first);
        assertThat(flows.journal(HERE)).hasSize(1);
        var no = give("no", new WorkflowCommand.Finish(MARK), OptionalLong.empty());
        assertThat(give("no", new WorkflowCommand.Finish(MARK), OptionalLong.empty()))
                .isEqualTo(no);
        assertThat(flows.journal(HERE)).hasSize(2);
    }

    @Test
    void w41ArchivingTwiceIsOnceOrIllegal() {
        accept(begin());
        accept(new WorkflowCommand.OfferPlan("p", "h1", reading()));
        accept(new WorkflowCommand.Approve("h1", true));
        accept(new WorkflowCommand.Baseline(List.of(), MARK, "", "", "h1"));
        accept(new WorkflowCommand.Stop("enough"));
        accept(new WorkflowCommand.Abandon("enough"));
        var archive = new WorkflowCommand.CompleteArchive("history/w1");
        assertThat(give("a", archive, OptionalLong.empty())).isInstanceOf(Committed.Done.class);
        assertThat(give("a", archive, OptionalLong.empty())).isInstanceOf(Committed.Done.class);
        var other = give("b", archive, OptionalLong.empty());
        assertThat(((Committed.Refused) other).refusal().code()).isEqualTo(WorkflowDecision.Code.ILLEGAL_TRANSITION);
    }

    @Test
    void w48OfTwoCommandsAtOneRevisionOneWins() throws Exception {
        var revision = accept(begin()).revision();
        try (var threads = Executors.newFixedThreadPool(2)) {
            var both = new ArrayList<java.util.concurrent.Future<Committed>>();
            for (var reason : List.of("one", "two")) {
                both.add(threads.submit(() ->
                        give("race-" + reason, new WorkflowCommand.Note("user", reason), OptionalLong.of(revision))));
            }
            var won = 0;
            for (var one : both) {
                switch (one.get()) {
                    case Committed.Done _ -> won++;
                    case Committed.Refused(var _, var refusal) ->
                        assertThat(refusal.code()).isEqualTo(WorkflowDecision.Code.REVISION);
                    case Committed.Lost _ -> throw new AssertionError("nobody owned it");
                }
            }
            assertThat(won).isEqualTo(1);
        }
    }

    @Test
    void w50OneProcessRunsAWorkflow() {
        accept(begin());
        assertThat(flows.claim(HERE, ONE, LEASE, _ -> false)).isTrue();
        assertThat(flows.claim(HERE, TWO, LEASE, _ -> false)).isFalse();
        assertThat(flows.read(HERE).lease().orElseThrow().owner()).isEqualTo(ONE);
        assertThat(flows.claim(HERE, TWO, LEASE, _ -> true)).as("a dead owner").isTrue();
        assertThat(flows.renew(HERE, ONE, LEASE)).isFalse();
        var late = flows.commit(
                HERE,
                new WorkflowStore.Request(
                        "late",
                        new WorkflowCommand.Note("runtime", "late"),
                        FlowLimits.DEFAULT,
                        OptionalLong.empty(),
                        Optional.of(ONE)));
        assertThat(late).isInstanceOf(Committed.Lost.class);
        advance(LEASE.plusSeconds(1));
        assertThat(flows.claim(HERE, ONE, LEASE, _ -> false))
                .as("an expired lease")
                .isTrue();
        flows.release(HERE, ONE);
        assertThat(flows.read(HERE).lease()).isEmpty();
    }

    @Test
    void aWorkflowIsFoundByItsThreadAndListedWhileItIsActive() {
        accept(begin());
        assertThat(flows.ofThread(new ThreadId("thread-1")).orElseThrow().flow().id())
                .isEqualTo("w1");
        assertThat(flows.ofThread(new ThreadId("thread-2"))).isEmpty();
        assertThat(flows.active()).extracting(WorkflowRows.Head::workspace).containsExactly(HERE);
        assertThat(flows.read("elsewhere").flow()).isEqualTo(Workflow.NONE);
    }
}
