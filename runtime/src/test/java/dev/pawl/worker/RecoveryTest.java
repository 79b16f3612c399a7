package dev.pawl.worker;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Liveness;
import dev.pawl.worker.turn.AgentSteps;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/// Which turns that another worker left behind a worker goes on with.
class RecoveryTest {
    private static final WorkerTarget ELSEWHERE = new WorkerTarget("elsewhere");

    private final LoopFixture loop = new LoopFixture();
    private Liveness vital = Liveness.DEAD;

    private Worker bob(WorkerTarget target, Recovery.Scope scope, Predicate<AgentId> hasMeans) {
        var maker = new AgentSteps(loop.ledger, _ -> loop.agent());
        var post = new Worker.Identity(
                BOB, List.of(target), 4, Limits.DEFAULT.lease(), this::vital, new Recovery(scope, hasMeans));
        return new Worker(loop.ledger, maker, post, loop.ids, Thread.ofVirtual().factory());
    }

    private Liveness vital(WorkerId worker) {
        return worker.equals(ADA) ? vital : Liveness.ALIVE;
    }

    private void pass(Worker worker) {
        worker.recover();
        worker.look();
        worker.beat();
    }

    private void isLeft() {
        assertThat(loop.told(Event.TurnTakenOver.class)).isEmpty();
        assertThat(loop.ledger.head(AGENT).orElseThrow().state()).isInstanceOf(HeadState.Active.class);
    }

    private void isOver() {
        eventually(
                "the turn is over", () -> loop.told(Event.TurnDelivered.class).size() == 1);
    }

    @Test
    void aTurnOfAnotherPoolIsLeftAlone() {
        loop.ask("go");
        loop.begin(ADA);
        pass(bob(ELSEWHERE, Recovery.Scope.OWN, _ -> true));
        isLeft();
        loop.clock.advance(Duration.ofDays(1));
        pass(bob(ELSEWHERE, Recovery.Scope.OWN, _ -> true));
        isLeft();
    }

    @Test
    void aTurnOfAnotherPoolThatNoWorkerBeganIsLeftAlone() {
        loop.ask("go");
        loop.clock.advance(Duration.ofDays(1));
        pass(bob(ELSEWHERE, Recovery.Scope.OWN, _ -> true));
        isLeft();
    }

    @Test
    void aTurnOfTheSamePoolGoesOn() {
        loop.model.answer(text("I go on."));
        loop.ask("go");
        loop.begin(ADA);
        pass(bob(LoopFixture.TARGET, Recovery.Scope.OWN, _ -> true));
        isOver();
    }

    @Test
    void withAllAllowedATurnOfAnotherPoolGoesOn() {
        loop.model.answer(text("I go on."));
        loop.ask("go");
        loop.begin(ADA);
        pass(bob(ELSEWHERE, Recovery.Scope.ALL, _ -> true));
        isOver();
    }

    @Test
    void withAllAllowedATurnThatItsPoolNeverBeganGoesOn() {
        loop.model.answer(text("I go on."));
        loop.ask("go");
        var bob = bob(ELSEWHERE, Recovery.Scope.ALL, _ -> true);
        pass(bob);
        isLeft();
        loop.clock.advance(Duration.ofSeconds(10));
        pass(bob);
        isOver();
    }

    @Test
    void aWorkerThatLacksTheMeansLeavesTheTurnToOthers() {
        loop.ask("go");
        loop.begin(ADA);
        for (var scope : Recovery.Scope.values()) {
            for (var i = 0; i < 5; i++) pass(bob(LoopFixture.TARGET, scope, _ -> false));
        }
        isLeft();
        loop.model.answer(text("I go on."));
        pass(bob(LoopFixture.TARGET, Recovery.Scope.OWN, _ -> true));
        isOver();
    }

    @Test
    void aLivingOwnerKeepsItsTurnThoughItsLeaseIsOver() {
        vital = Liveness.ALIVE;
        loop.ask("go");
        loop.begin(ADA);
        loop.clock.advance(Duration.ofHours(1));
        pass(bob(LoopFixture.TARGET, Recovery.Scope.OWN, _ -> true));
        isLeft();
        vital = Liveness.STOPPED;
        loop.model.answer(text("I go on."));
        pass(bob(LoopFixture.TARGET, Recovery.Scope.OWN, _ -> true));
        isOver();
    }
}
