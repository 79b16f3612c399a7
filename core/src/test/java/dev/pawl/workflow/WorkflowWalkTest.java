package dev.pawl.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.id.LetterId;
import dev.pawl.workflow.WorkflowChange.TurnClosed.Ending;
import dev.pawl.workflow.check.CheckResult;
import dev.pawl.workflow.check.TaskFailure;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random walks of legal and illegal commands: the invariants hold after each.
class WorkflowWalkTest {
    private static final int STEPS = 120;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void theInvariantsHoldOnEveryWalk(long seed) {
        for (int walk = 0; walk < 50; walk++) {
            var random = new Random(seed * 1000 + walk);
            var driver = new FlowDriver();
            for (int step = 0; step < STEPS; step++) {
                var before = driver.flow();
                driver.give(command(driver, random));
                assertThat(WorkflowInvariants.broken(before, driver.flow()))
                        .as("seed " + seed + " walk " + walk + " step " + step)
                        .isEmpty();
            }
        }
    }

    /// Mostly what is due, sometimes anything.
    private static WorkflowCommand command(FlowDriver driver, Random random) {
        var flow = driver.flow();
        if (random.nextInt(4) > 0) {
            return switch (driver.next()) {
                case NextWork.Rest _ -> flow.isPaused() ? new WorkflowCommand.Proceed() : FlowDriver.begin();
                case NextWork.Carry(var turn) -> close(turn.letter(), random);
                case NextWork.Withdraw(var turn) ->
                    new WorkflowCommand.CloseTurn(turn.letter(), Ending.STOPPED, "withdrawn");
                case NextWork.Open(var purpose) ->
                    purpose.asksPerson() && random.nextBoolean()
                            ? person(flow, random)
                            : new WorkflowCommand.OpenTurn(purpose, new LetterId("l" + random.nextInt()), 0);
                case NextWork.CheckPlan _ ->
                    random.nextInt(3) == 0
                            ? new WorkflowCommand.RefusePlan(List.of("x"))
                            : new WorkflowCommand.OfferPlan("p", "h" + random.nextInt(3), FlowDriver.reading());
                case NextWork.TakeBaseline _ ->
                    new WorkflowCommand.Baseline(
                            List.of(FlowDriver.result(ending(random))), FlowDriver.mark("b"), "", "", "h");
                case NextWork.Start(var task) -> new WorkflowCommand.StartTask(task, FlowDriver.mark("s"));
                case NextWork.AskDependency(var task, var _) ->
                    new WorkflowCommand.FindError(TaskFailure.of(task, TaskFailure.Kind.DEPENDENCY, "dep"));
                case NextWork.SkipDependant(var task, var _) -> new WorkflowCommand.SkipDependant(task, "dep");
                case NextWork.CountAttempt _ -> new WorkflowCommand.StartAttempt(FlowDriver.mark("a"));
                case NextWork.RunChecks(var task) ->
                    random.nextInt(6) == 0 && flow.state() == WorkflowState.AUTO_FIX
                            ? new WorkflowCommand.TouchProtected(List.of("t"))
                            : new WorkflowCommand.RecordChecks(
                                    task, List.of(FlowDriver.result(ending(random))), FlowDriver.mark("v"));
                case NextWork.End _ -> new WorkflowCommand.Finish(FlowDriver.mark("e"));
                case NextWork.Archive _ -> new WorkflowCommand.CompleteArchive("archive");
            };
        }
        return person(flow, random);
    }

    private static WorkflowCommand close(LetterId letter, Random random) {
        return new WorkflowCommand.CloseTurn(letter, any(random, Ending.values()), "text");
    }

    private static <E> E any(Random random, E[] values) {
        return List.of(values).get(random.nextInt(values.length));
    }

    private static CheckResult.Ending ending(Random random) {
        return random.nextInt(3) > 0 ? CheckResult.Ending.PASSED : any(random, CheckResult.Ending.values());
    }

    private static WorkflowCommand person(Workflow flow, Random random) {
        return switch (random.nextInt(12)) {
            case 0 -> FlowDriver.begin();
            case 1 -> new WorkflowCommand.Approve(flow.plan().hash(), true);
            case 2 -> new WorkflowCommand.Approve("other", true);
            case 3 -> new WorkflowCommand.Modify("change it");
            case 4 -> new WorkflowCommand.Cancel("no");
            case 5 -> new WorkflowCommand.Suspend("wait");
            case 6 -> new WorkflowCommand.Proceed();
            case 7 -> new WorkflowCommand.Stop("stop");
            case 8 -> new WorkflowCommand.Intervene(any(random, Intervention.values()), "words");
            case 9 -> new WorkflowCommand.RollBack("chk", 1, List.of(), List.of(), "archive");
            case 10 -> new WorkflowCommand.Abandon("enough");
            default -> new WorkflowCommand.DecideProtected(random.nextBoolean());
        };
    }
}
