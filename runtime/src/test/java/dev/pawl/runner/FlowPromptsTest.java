package dev.pawl.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.LetterId;
import dev.pawl.id.ThreadId;
import dev.pawl.store.memory.MemoryWorkflows;
import dev.pawl.workflow.FlowLimits;
import dev.pawl.workflow.Mark;
import dev.pawl.workflow.Purpose;
import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import dev.pawl.workflow.WorkflowCommand;
import dev.pawl.workflow.WorkflowStore;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.plan.PlanText;
import dev.pawl.workflow.plan.TaskId;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

/// What the agent reads at the beginning of each turn.
class FlowPromptsTest {
    private static final String HERE = "host:/work";
    private static final TaskId FIRST = new TaskId("T-001");
    private static final Mark MARK = new Mark("chk", "test", "tree", 1, Instant.EPOCH);

    private final WorkflowStore store = new WorkflowStore(new MemoryWorkflows(InstantSource.system()));
    private int commands;

    private void give(WorkflowCommand command) {
        var committed = store.commit(
                HERE,
                new WorkflowStore.Request(
                        "c" + commands++, command, FlowLimits.DEFAULT, OptionalLong.empty(), Optional.empty()));
        assertThat(committed).as(command.toString()).isInstanceOf(WorkflowStore.Committed.Done.class);
    }

    private String prompt(Purpose purpose) {
        var flow = store.read(HERE).flow();
        return new FlowPrompts(flow, List.of()).of(purpose, "docs/prd/x.md", Optional.empty(), "a.txt", 3);
    }

    private void work() {
        var plan = "## Goal\nX\n## Tasks\n- [ ] T-001 First thing | verify: unit\n";
        var reading = PlanText.read(plan, new PlanText.Rules(Set.of("unit"), false, List.of()));
        give(new WorkflowCommand.Begin("w1", new ThreadId("t1"), "add X", false, "workspace-write", "never"));
        give(new WorkflowCommand.OfferPlan("docs/prd/x.md", "h1", reading));
        give(new WorkflowCommand.Approve("h1", true));
        give(new WorkflowCommand.Baseline(List.of(), MARK, "", "", "hash-of-the-plan"));
        give(new WorkflowCommand.StartTask(FIRST, MARK));
    }

    /// A compaction keeps the words of the request that is under way, and each turn is one: the
    /// plan cannot get lost between them.
    @Test
    void w52EveryTurnNamesThePlanItsHashAndTheTask() {
        work();
        assertThat(prompt(Purpose.TASK)).contains("docs/prd/x.md", "hash-of-the-plan", "T-001", "First thing");
        var letter = new LetterId("l1");
        give(new WorkflowCommand.OpenTurn(Purpose.TASK, letter, 0));
        give(new WorkflowCommand.CloseTurn(letter, Ending.DONE, "done"));
        var failed = new CheckResult(
                "unit", "make test", CheckResult.Ending.FAILED, 1, 5, "tree", "a.log", "print", "error: boom", true);
        give(new WorkflowCommand.RecordChecks(FIRST, List.of(failed), MARK));
        give(new WorkflowCommand.StartAttempt(MARK));
        assertThat(prompt(Purpose.FIX))
                .contains("docs/prd/x.md", "hash-of-the-plan", "T-001", "error: boom", "make test");
    }
}
