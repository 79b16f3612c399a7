package dev.pawl.workflow;

import static dev.pawl.workflow.FlowDriver.T1;
import static dev.pawl.workflow.FlowDriver.mark;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import org.junit.jupiter.api.Test;

/// How turns and workflows end when they do not simply succeed.
class WorkflowEndingsTest {
    @Test
    void aTaskThatCannotBeDoneBlocksWithItsReason() {
        var driver = new FlowDriver().executing().accept(new WorkflowCommand.StartTask(T1, mark("c")));
        driver.turn(Ending.DONE, "CANNOT: the server has no such endpoint");
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.BLOCKED);
        assertThat(driver.flow().repair().reason()).isEqualTo(BlockedReason.CANNOT);
        assertThat(driver.flow().repair().note()).contains("no such endpoint");
    }

    @Test
    void aModelThatCannotBeReachedPausesAndCostsNoAttempt() {
        var driver = new FlowDriver().fixing().accept(new WorkflowCommand.StartAttempt(mark("a")));
        driver.turn(Ending.UNREACHABLE, "connection refused");
        assertThat(driver.flow().isPaused()).isTrue();
        driver.accept(new WorkflowCommand.Proceed());
        assertThat(driver.next()).isEqualTo(new NextWork.Open(Purpose.FIX));
        assertThat(driver.flow().repair().attempts()).isEqualTo(1);
    }

    @Test
    void aFixTurnThatBreaksIsAFailedAttempt() {
        var driver = new FlowDriver().fixing();
        for (int i = 0; i < 3; i++)
            driver.accept(new WorkflowCommand.StartAttempt(mark("a"))).turn(Ending.TIMED_OUT, "too long");
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.BLOCKED);
    }

    @Test
    void abandonKeepsTheWorkAndEndsTheWorkflow() {
        var driver = new FlowDriver().executing();
        driver.refuse(new WorkflowCommand.Abandon("enough"));
        driver.accept(new WorkflowCommand.Suspend("wait")).accept(new WorkflowCommand.Abandon("enough"));
        assertThat(driver.flow().state()).isEqualTo(WorkflowState.ARCHIVING);
        assertThat(driver.flow().isPaused()).isFalse();
        assertThat(driver.flow().memo().outcome()).isEqualTo(FlowOutcome.ABANDONED);
        var blocked = new FlowDriver().blocked().accept(new WorkflowCommand.Abandon("enough"));
        assertThat(blocked.flow().state()).isEqualTo(WorkflowState.ARCHIVING);
    }

    @Test
    void pauseIsForTheStatesThatWork() {
        for (var state : WorkflowState.values()) {
            var works = state == WorkflowState.PLANNING || state.letsAgentWrite();
            var driver = FlowDriver.in(state);
            if (works) driver.accept(new WorkflowCommand.Suspend("x"));
            else driver.refuse(new WorkflowCommand.Suspend("x"));
        }
    }
}
