package dev.pawl.worker;

import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.BOB;
import static dev.pawl.worker.LoopFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Liveness;
import dev.pawl.worker.turn.AgentSteps;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A worker that is told to end, and one that serves several pools.
class DrainTest {
    private final CountingTool shell = new CountingTool("shell", Replay.EFFECT, false);
    private final LoopFixture loop = new LoopFixture(shell);

    private Worker worker(WorkerId id, WorkerTarget... targets) {
        var post = new Worker.Identity(
                id, List.of(targets), 4, Limits.DEFAULT.lease(), _ -> Liveness.UNKNOWN, Recovery.USUAL);
        var maker = new AgentSteps(loop.ledger, _ -> loop.agent());
        return new Worker(loop.ledger, maker, post, loop.ids, Thread.ofVirtual().factory());
    }

    @Test
    void aDrainingWorkerEndsItsStepAndAnotherOneGoesOn() throws InterruptedException {
        shell.held();
        loop.model.answer(call("c1", "shell")).answer(text("I go on."));
        loop.ask("run");
        var ada = worker(ADA, TARGET);
        ada.look();
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        ada.drain();
        assertThat(ada.running().awaitEmpty(Duration.ofMillis(50)))
                .as("the step under way is not cut")
                .isFalse();
        shell.release();
        assertThat(ada.running().awaitEmpty(Duration.ofSeconds(10))).isTrue();
        assertThat(loop.told(Event.TurnDelivered.class)).isEmpty();
        loop.ask("more");
        assertThat(ada.look()).as("it takes no more turns").isFalse();
        ada.release();
        var bob = worker(BOB, TARGET);
        bob.recover();
        assertThat(bob.running().awaitEmpty(Duration.ofSeconds(10))).isTrue();
        assertThat(shell.ran()).containsExactly("c1");
        assertThat(loop.history()).contains("result c1 SUCCESS", "agent I go on.", "end SUCCESS");
    }

    @Test
    void aWorkerServesAllItsPools() throws InterruptedException {
        loop.model.answer(text("one"));
        loop.ask("a");
        var ada = worker(ADA, new WorkerTarget("elsewhere"), TARGET);
        assertThat(ada.look()).isTrue();
        assertThat(ada.running().awaitEmpty(Duration.ofSeconds(10))).isTrue();
        assertThat(loop.told(Event.TurnDelivered.class)).hasSize(1);
    }
}
