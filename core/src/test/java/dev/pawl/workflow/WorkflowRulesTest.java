package dev.pawl.workflow;

import static dev.pawl.workflow.FlowDriver.T1;
import static dev.pawl.workflow.FlowDriver.T2;
import static dev.pawl.workflow.FlowDriver.mark;
import static dev.pawl.workflow.FlowDriver.reading;
import static dev.pawl.workflow.FlowDriver.result;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.LetterId;
import dev.pawl.workflow.Workflow.Consent;
import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import dev.pawl.workflow.WorkflowDecision.Code;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import dev.pawl.workflow.plan.PlanTask;
import dev.pawl.workflow.plan.PlanText;
import dev.pawl.workflow.plan.TaskId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The cases of a workflow that need no file, store or model, by their numbers.
class WorkflowRulesTest {
    private static final CheckResult.Ending PASSED = CheckResult.Ending.PASSED;
    private static final CheckResult.Ending FAILED = CheckResult.Ending.FAILED;

    /// A command for each trigger, as legal in its parameters as it can be.
    private static WorkflowCommand command(WorkflowTrigger trigger) {
        return switch (trigger) {
            case USER_INPUT_REQUIREMENT -> FlowDriver.begin();
            case PRD_GENERATED -> new WorkflowCommand.OfferPlan("p", "h1", reading());
            case USER_CONFIRM -> new WorkflowCommand.Approve("h1", true);
            case USER_CANCEL -> new WorkflowCommand.Cancel("no");
            case ERROR_DETECTED ->
                new WorkflowCommand.FindError(TaskFailure.of(T1, TaskFailure.Kind.AGENT_ERROR, "boom"));
            case FIX_SUCCESS -> new WorkflowCommand.ReportFixed(mark("f"));
            case FIX_FAILED_3X -> new WorkflowCommand.GiveUp(BlockedReason.FORCED, "stop");
            case HUMAN_INTERVENTION -> new WorkflowCommand.Intervene(Intervention.RETRY, "");
            case ROLLBACK -> new WorkflowCommand.RollBack("chk", 1, List.of(), List.of(), "archive");
            case ALL_TASKS_DONE -> new WorkflowCommand.Finish(mark("end"));
            case ARCHIVE_COMPLETE -> new WorkflowCommand.CompleteArchive("archive");
        };
    }

    @ParameterizedTest
    @EnumSource(WorkflowState.class)
    void w10AnIllegalTriggerIsRefusedWithTheAllowedOnesAndChangesNothing(WorkflowState state) {
        int refused = 0;
        for (var trigger : WorkflowTrigger.values()) {
            if (WorkflowMachine.edge(state, trigger).isPresent()) continue;
            var driver = FlowDriver.in(state);
            assertThat(driver.flow().state()).isEqualTo(state);
            var answer = driver.refuse(command(trigger));
            assertThat(answer.code()).isEqualTo(Code.ILLEGAL_TRANSITION);
            assertThat(answer.allowed()).isEqualTo(FlowCommands.allowed(driver.flow()));
            refused++;
        }
        assertThat(refused).isEqualTo(11 - WorkflowMachine.allowed(state).size());
    }

    @Test
    void w01ARequirementBeginsAWorkflow() {
        var driver = new FlowDriver().planning();
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.PLANNING);
        assertThat(driver.flow().id()).isEqualTo("w1");
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.PLAN));
    }

    @Test
    void w02ABlankRequirementIsRefused() {
        var blank = FlowDriver.begin();
        new FlowDriver()
                .refuse(new WorkflowCommand.Begin(
                        blank.workflow(), blank.thread(), "  \n", false, blank.sandbox(), blank.approval()));
    }

    @Test
    void w03ASoundPlanWaitsForAPerson() {
        var driver = new FlowDriver().confirming();
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.CONFIRMING);
        assertThat(driver.flow().plan().hash()).isEqualTo("h1");
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.ASK_CONFIRM));
    }

    @Test
    void w04APlanWithFaultsIsRefusedAndSentBack() {
        var driver = new FlowDriver().planning().turn();
        assertThat(driver.next()).isEqualTo(new NextWork.CheckPlan());
        var faulty = PlanText.read("## Goal\nX\n## Tasks\n", new PlanText.Rules(Set.of(), false, List.of()));
        assertThat(driver.refuse(new WorkflowCommand.OfferPlan("p", "h", faulty))
                        .why())
                .contains("no task line");
        driver.accept(new WorkflowCommand.RefusePlan(List.of("no task line")));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.PLANNING);
        assertThat(driver.flow().memo().faults()).containsExactly("no task line");
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.PLAN));
    }

    @Test
    void aPlanThatStaysFaultyPausesInsteadOfGoingRoundForEver() {
        var driver = new FlowDriver().planning();
        for (int round = 0; round < FlowLimits.DEFAULT.planRounds(); round++)
            driver.turn().accept(new WorkflowCommand.RefusePlan(List.of("cycle")));
        assertThat(driver.flow().isPaused()).isTrue();
        assertThat(driver.next()).isEqualTo(new NextWork.Rest());
    }

    @Test
    void w05AYesTakesTheBaselineAndStarts() {
        var driver = new FlowDriver().confirming().accept(new WorkflowCommand.Approve("h1", true));
        assertThat(driver.next()).isEqualTo(new NextWork.TakeBaseline());
        driver.accept(new WorkflowCommand.Baseline(List.of(result(PASSED)), mark("base"), "head", "main", "h2"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.EXECUTING);
        assertThat(driver.flow().marks().base().id()).isEqualTo("base");
        assertThat(driver.flow().plan().hash()).isEqualTo("h2");
        assertThat(driver.flow().plan().approvedHash()).isEqualTo("h1");
        assertThat(driver.flow().repair().attempts()).isZero();
        assertThat(driver.next()).isEqualTo(new NextWork.Start(T1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"Go", "ok", "确认", "YES!", " 好 ", "执行。"})
    void w05AMessageThatIsAYesAsAWholeConfirms(String message) {
        assertThat(ConfirmWords.of(message)).isEqualTo(ConfirmWords.CONFIRM);
    }

    @ParameterizedTest
    @ValueSource(strings = {"ok but rename", "ok, but rename it", "好，但是改名", "go later", ""})
    void w06AYesWithConditionsAsksForAChange(String message) {
        assertThat(ConfirmWords.of(message)).isEqualTo(ConfirmWords.MODIFY);
    }

    @Test
    void w06ModifyIsCancelAndBeginInOneStepAndKeepsThePlan() {
        var driver = new FlowDriver().confirming();
        int before = driver.journal().size();
        driver.accept(new WorkflowCommand.Modify("rename it"));
        assertThat(driver.journal().subList(before, driver.journal().size()))
                .extracting(WorkflowChange::edge)
                .containsExactly(Optional.of(WorkflowEdge.T04), Optional.of(WorkflowEdge.T01));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.PLANNING);
        assertThat(driver.flow().queue().planned()).extracting(PlanTask::id).containsExactly(T1, T2);
        assertThat(driver.flow().memo().feedback()).isEqualTo("rename it");
        driver.turn().accept(new WorkflowCommand.OfferPlan("docs/prd/x.md", "h9", reading()));
        assertThat(driver.flow().plan().version()).isEqualTo(2);
        // The new version needs a yes of its own.
        assertThat(driver.refuse(new WorkflowCommand.Approve("h1", true)).code())
                .isEqualTo(Code.PLAN_CHANGED);
    }

    @Test
    void w07AYesToAnotherVersionIsRefused() {
        var driver = new FlowDriver().confirming();
        assertThat(driver.refuse(new WorkflowCommand.Approve("old", true)).code())
                .isEqualTo(Code.PLAN_CHANGED);
    }

    @Test
    void aPlanEditedOnDiskNeedsAnotherYes() {
        var driver = new FlowDriver().confirming().accept(new WorkflowCommand.Approve("h1", false));
        driver.accept(new WorkflowCommand.NoticeEdit("h5", reading()));
        assertThat(driver.flow().plan().approvedHash()).isEmpty();
        assertThat(driver.refuse(new WorkflowCommand.Approve("h1", true)).code())
                .isEqualTo(Code.PLAN_CHANGED);
        driver.accept(new WorkflowCommand.Approve("h5", true));
    }

    @Test
    void anApprovalMayBeHeld() {
        var driver = new FlowDriver().confirming().accept(new WorkflowCommand.Approve("h1", false));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.CONFIRMING);
        assertThat(driver.flow().plan().approvedHash()).isEqualTo("h1");
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.ASK_CONFIRM));
    }

    @Test
    void w08CancelEndsAPlanThatWaits() {
        var driver = new FlowDriver().confirming().accept(new WorkflowCommand.Cancel("no"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.IDLE);
        assertThat(driver.flow().memo().outcome()).isEqualTo(FlowOutcome.CANCELLED);
        assertThat(driver.flow().queue().tasks()).isEmpty();
    }

    @Test
    void w09CancelWhilePlanningWithdrawsTheTurn() {
        var driver = new FlowDriver()
                .planning()
                .accept(new WorkflowCommand.OpenTurn(Purpose.PLAN, new LetterId("l"), 3))
                .accept(new WorkflowCommand.Cancel("no"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.IDLE);
        assertThat(driver.next()).isInstanceOf(NextWork.Withdraw.class);
        driver.accept(new WorkflowCommand.CloseTurn(new LetterId("l"), Ending.STOPPED, "stopped"));
        assertThat(driver.next()).isEqualTo(new NextWork.Rest());
        assertThat(driver.flow().isPaused()).isFalse();
    }

    @Test
    void w11ATaskWhoseChecksPassIsDoneAndTheNextIsDue() {
        var driver = new FlowDriver().working();
        assertThat(driver.next()).isEqualTo(new NextWork.RunChecks(T1));
        driver.check(T1, PASSED);
        assertThat(driver.flow().queue().find(T1).orElseThrow().status()).isEqualTo(TaskStatus.DONE);
        assertThat(driver.flow().queue().find(T1).orElseThrow().badge()).isEqualTo(Badge.VERIFIED);
        assertThat(driver.flow().marks().last().id()).startsWith("v");
        assertThat(driver.next()).isEqualTo(new NextWork.Start(T2));
    }

    @Test
    void w12AnAttemptIsCountedBeforeItsTurn() {
        var driver = new FlowDriver().fixing();
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.AUTO_FIX);
        assertThat(driver.flow().repair().attempts()).isZero();
        assertThat(driver.next()).isEqualTo(new NextWork.CountAttempt());
        driver.accept(new WorkflowCommand.StartAttempt(mark("a")));
        assertThat(driver.flow().repair().attempts()).isEqualTo(1);
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.FIX));
    }

    @Test
    void w13AFixThatHoldsGoesOn() {
        var driver = new FlowDriver().fixing().attempt(PASSED);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.EXECUTING);
        assertThat(driver.flow().repair().attempts()).isZero();
        assertThat(driver.flow().queue().find(T1).orElseThrow().attempts()).isEqualTo(1);
    }

    @Test
    void w14TheThirdAttemptMayStillSucceed() {
        var driver = new FlowDriver().fixing();
        var attempts = new ArrayList<Integer>();
        for (var ending : List.of(FAILED, FAILED, PASSED)) {
            driver.accept(new WorkflowCommand.StartAttempt(mark("a")));
            attempts.add(driver.flow().repair().attempts());
            driver.turn().check(T1, ending);
        }
        assertThat(attempts).containsExactly(1, 2, 3);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.EXECUTING);
        assertThat(driver.flow().repair().attempts()).isZero();
    }

    @Test
    void w15ThreeFailedAttemptsBlock() {
        var driver = new FlowDriver().blocked();
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.BLOCKED);
        assertThat(driver.flow().repair().reason()).isEqualTo(BlockedReason.MAX_ATTEMPTS);
        assertThat(driver.flow().repair().attempts()).isEqualTo(3);
        assertThat(driver.flow().repair().repeated()).isTrue();
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.ASK_BLOCKED));
    }

    @Test
    void w16OnlyConsecutiveFailuresCount() {
        var driver = new FlowDriver().fixing().attempt(FAILED).attempt(FAILED);
        // A person's guidance leads back to the task; its checks fail again later.
        driver.accept(new WorkflowCommand.Stop("look")).accept(new WorkflowCommand.Intervene(Intervention.RETRY, ""));
        driver.turn().check(T1, FAILED).attempt(FAILED).attempt(FAILED);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.AUTO_FIX);
        assertThat(driver.flow().queue().find(T1).orElseThrow().attempts()).isEqualTo(4);
    }

    @Test
    void w17FlappingEndsAtTheLifetimeOfATask() {
        var driver = new FlowDriver().working();
        for (int i = 0; i < 9; i++) {
            driver.check(T1, FAILED);
            if (driver.flow().state() == WorkflowState.BLOCKED) break;
            driver.accept(new WorkflowCommand.StartAttempt(mark("a"))).turn();
            driver.check(T1, FAILED);
            if (driver.flow().state() == WorkflowState.BLOCKED) break;
            driver.accept(new WorkflowCommand.Stop("again"))
                    .accept(new WorkflowCommand.Intervene(Intervention.RETRY, ""))
                    .turn();
        }
        assertThat(driver.flow().repair().reason()).isEqualTo(BlockedReason.BUDGET);
        assertThat(driver.flow().queue().find(T1).orElseThrow().attempts()).isEqualTo(9);
    }

    @Test
    void w19AnEnvironmentErrorGoesStraightToAPerson() {
        var driver = new FlowDriver().working().check(T1, CheckResult.Ending.ENVIRONMENT);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.BLOCKED);
        assertThat(driver.flow().repair().reason()).isEqualTo(BlockedReason.ENVIRONMENT);
        assertThat(driver.flow().queue().find(T1).orElseThrow().attempts()).isZero();
    }

    @Test
    void w20ATimeoutIsRepaired() {
        var driver = new FlowDriver().working().check(T1, CheckResult.Ending.TIMED_OUT);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.AUTO_FIX);
        assertThat(driver.flow().repair().failure().orElseThrow().kind()).isEqualTo(TaskFailure.Kind.TIMEOUT);
    }

    @Test
    void w21ForceStopBlocks() {
        var fixing = new FlowDriver().fixing().accept(new WorkflowCommand.Stop("enough"));
        assertThat(fixing.flow().repair().reason()).isEqualTo(BlockedReason.FORCED);
        var working = new FlowDriver().executing();
        working.accept(new WorkflowCommand.StartTask(T1, mark("c")))
                .accept(new WorkflowCommand.OpenTurn(Purpose.TASK, new LetterId("l"), 0))
                .accept(new WorkflowCommand.Stop("enough"));
        assertThat(working.flow().state()).isEqualTo(WorkflowState.BLOCKED);
        assertThat(working.next()).isInstanceOf(NextWork.Withdraw.class);
    }

    @Test
    void w22AFixOfProtectedFilesNeedsAPerson() {
        var driver = new FlowDriver()
                .fixing()
                .accept(new WorkflowCommand.StartAttempt(mark("a")))
                .turn()
                .accept(new WorkflowCommand.TouchProtected(List.of("src/XTest.java")));
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.ASK_PROTECTED));
        driver.refuse(new WorkflowCommand.RecordChecks(T1, List.of(result(PASSED)), mark("v")));
        var declined = driver.flow();
        driver.accept(new WorkflowCommand.DecideProtected(false));
        assertThat(driver.flow().repair().reason()).isEqualTo(BlockedReason.TAMPERING);
        assertThat(declined.state()).isEqualTo(WorkflowState.AUTO_FIX);
    }

    @Test
    void w22AnAgreedFixOfProtectedFilesIsChecked() {
        var driver = new FlowDriver()
                .fixing()
                .accept(new WorkflowCommand.StartAttempt(mark("a")))
                .turn()
                .accept(new WorkflowCommand.TouchProtected(List.of("src/XTest.java")))
                .accept(new WorkflowCommand.DecideProtected(true));
        assertThat(driver.next()).isEqualTo(new NextWork.RunChecks(T1));
        driver.check(T1, PASSED);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.EXECUTING);
    }

    @Test
    void w23GuidanceGoesIntoTheNextTurnAndNeedsWords() {
        var driver = new FlowDriver().blocked();
        driver.refuse(new WorkflowCommand.Intervene(Intervention.GUIDANCE, " "));
        driver.accept(new WorkflowCommand.Intervene(Intervention.GUIDANCE, "use a map"));
        assertThat(driver.flow().repair().guidance()).isEqualTo("use a map");
        assertThat(driver.flow().repair().attempts()).isZero();
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.TASK));
    }

    @Test
    void w24ADependantOfASkippedTaskAsks() {
        var driver = new FlowDriver().blocked().accept(new WorkflowCommand.Intervene(Intervention.SKIP, ""));
        assertThat(driver.flow().queue().find(T1).orElseThrow().status()).isEqualTo(TaskStatus.SKIPPED);
        assertThat(driver.next()).isEqualTo(new NextWork.AskDependency(T2, T1));
        driver.accept(new WorkflowCommand.FindError(
                TaskFailure.of(T2, TaskFailure.Kind.DEPENDENCY, "T-002 depends on T-001, which was skipped")));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.BLOCKED);
        assertThat(driver.flow().repair().reason()).isEqualTo(BlockedReason.DEPENDENCY);
        driver.accept(new WorkflowCommand.Intervene(Intervention.SKIP, ""));
        assertThat(driver.next()).isEqualTo(new NextWork.End());
        driver.accept(new WorkflowCommand.Finish(mark("end")));
        assertThat(driver.flow().memo().outcome()).isEqualTo(FlowOutcome.ABANDONED);
    }

    @Test
    void w24ThePolicyMaySkipDependants() {
        var limits = new FlowLimits(Strikes.DEFAULT, FlowLimits.SkipPolicy.SKIP_DEPENDANTS, 4);
        var driver = new FlowDriver(limits).blocked().accept(new WorkflowCommand.Intervene(Intervention.SKIP, ""));
        assertThat(driver.next()).isEqualTo(new NextWork.SkipDependant(T2, T1));
        driver.accept(new WorkflowCommand.SkipDependant(T2, "depends on T-001"));
        assertThat(driver.next()).isEqualTo(new NextWork.End());
    }

    @Test
    void w25AFixByHandIsCheckedWithoutATurn() {
        var driver = new FlowDriver().blocked().accept(new WorkflowCommand.Intervene(Intervention.MANUAL_FIX, ""));
        assertThat(driver.next()).isEqualTo(new NextWork.RunChecks(T1));
        driver.check(T1, PASSED);
        assertThat(driver.flow().queue().find(T1).orElseThrow().status()).isEqualTo(TaskStatus.DONE);
    }

    @Test
    void w26RollBackEndsTheWorkflow() {
        var driver = new FlowDriver()
                .blocked()
                .accept(new WorkflowCommand.RollBack("chk-1", 7, List.of("a"), List.of("b"), "archive/w1"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.IDLE);
        assertThat(driver.flow().memo().outcome()).isEqualTo(FlowOutcome.ROLLED_BACK);
        assertThat(driver.flow().memo().archive()).isEqualTo("archive/w1");
    }

    @Test
    void w36AFailureDuringAPauseFiresAfterIt() {
        var driver = new FlowDriver().working().accept(new WorkflowCommand.Suspend("lunch"));
        driver.check(T1, FAILED);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.EXECUTING);
        assertThat(driver.next()).isEqualTo(new NextWork.Rest());
        driver.accept(new WorkflowCommand.Proceed());
        assertThat(driver.next()).isEqualTo(new NextWork.RunChecks(T1));
        driver.check(T1, FAILED);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.AUTO_FIX);
    }

    @Test
    void w38AFailedFinalCheckIsRepairedAsATaskOfItsOwn() {
        var driver = new FlowDriver()
                .working()
                .check(T1, PASSED)
                .accept(new WorkflowCommand.StartTask(T2, mark("c2")))
                .turn()
                .check(T2, PASSED);
        assertThat(driver.next()).isEqualTo(new NextWork.Start(TaskId.FINAL));
        driver.accept(new WorkflowCommand.StartTask(TaskId.FINAL, mark("c3"))).check(TaskId.FINAL, FAILED);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.AUTO_FIX);
        assertThat(driver.flow().queue().current()).contains(TaskId.FINAL);
        driver.attempt(PASSED);
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.ARCHIVING);
        assertThat(driver.flow().memo().outcome()).isEqualTo(FlowOutcome.COMPLETED);
    }

    @Test
    void w39AfterTheLastTaskTheResultsAreFiled() {
        var driver = new FlowDriver().archiving();
        assertThat(driver.next()).isEqualTo(new NextWork.Archive());
        driver.accept(new WorkflowCommand.CompleteArchive("history/w1"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.IDLE);
        assertThat(driver.flow().memo().archive()).isEqualTo("history/w1");
        assertThat(driver.flow().queue().current()).isEmpty();
    }

    @Test
    void w51AnIdIsComparedAsAWhole() {
        var plan = "## Goal\nX\n## Tasks\n- [ ] T-001 A | verify: none\n- [ ] T-0010 B | verify: none\n";
        var reading = PlanText.read(plan, new PlanText.Rules(Set.of(), false, List.of()));
        var driver = new FlowDriver().planning().turn().accept(new WorkflowCommand.OfferPlan("p", "h1", reading));
        driver.accept(new WorkflowCommand.Approve("h1", true))
                .accept(new WorkflowCommand.Baseline(List.of(), mark("b"), "", "", "h1"))
                .accept(new WorkflowCommand.StartTask(T1, mark("c")))
                .turn()
                .accept(new WorkflowCommand.RecordChecks(T1, List.of(), mark("v")));
        assertThat(driver.flow().queue().tasks())
                .extracting(TaskProgress::status)
                .containsExactly(TaskStatus.DONE, TaskStatus.PENDING);
        assertThat(driver.flow().queue().find(T1).orElseThrow().badge()).isEqualTo(Badge.UNVERIFIED);
    }

    @Test
    void w54AFailingBaselineNeedsASecondYes() {
        var driver = new FlowDriver()
                .confirming()
                .accept(new WorkflowCommand.Approve("h1", true))
                .accept(new WorkflowCommand.Baseline(List.of(result(FAILED)), mark("b"), "", "", "h1"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.CONFIRMING);
        assertThat(driver.flow().plan().consent()).isEqualTo(Consent.WARNED);
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.ASK_CONFIRM));
        driver.accept(new WorkflowCommand.Approve("h1", true));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.EXECUTING);
    }

    @Test
    void w54AToleratedBaselineFailureDoesNotCount() {
        var driver = new FlowDriver()
                .confirming()
                .accept(new WorkflowCommand.Approve("h1", true))
                .accept(new WorkflowCommand.Baseline(List.of(result(FAILED).tolerated()), mark("b"), "", "", "h1"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.EXECUTING);
    }
}
