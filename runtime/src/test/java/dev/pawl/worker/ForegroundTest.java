package dev.pawl.worker;

import static dev.pawl.testkit.Eventually.eventually;
import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.AGENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.worker.turn.AgentSteps;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// One turn on a thread of its own, with a store that may be out of reach.
class ForegroundTest {
    private static final Duration LEASE = Duration.ofSeconds(1);

    private final CountingTool shell = new CountingTool("shell", Replay.EFFECT, true);
    private final LoopFixture loop = new LoopFixture(shell);

    @AfterEach
    void nobodyStaysBehind() {
        loop.store.release();
        shell.release();
    }

    private FutureTask<Foreground.End> carry(TurnId turn) {
        var maker = new AgentSteps(loop.ledger, _ -> loop.agent());
        var foreground = loop.foreground(maker, LEASE);
        Callable<Foreground.End> carrying = () -> foreground.carry(AGENT, turn);
        var task = new FutureTask<>(carrying);
        Thread.ofPlatform().daemon(true).start(task);
        return task;
    }

    private static void letALeasePass() {
        var end = System.nanoTime() + LEASE.toNanos();
        eventually("time passes", () -> System.nanoTime() - end > 0);
    }

    @Test
    void aCommandEndsBeforeItsLeaseThoughTheHeartbeatIsBlocked() throws InterruptedException, ExecutionException {
        shell.held();
        loop.model.answer(call("c1", "shell")).answer(text("I go on."));
        var standing = carry(loop.ask("run"));
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        loop.store.holdAfter(0);
        eventually("the command is ended while nobody gets an answer", shell::wasInterrupted);
        goesOn(standing);
        assertThat(loop.history())
                .containsExactly("user run", "call c1", "result c1 UNKNOWN", "agent I go on.", "end SUCCESS");
    }

    private void goesOn(FutureTask<Foreground.End> standing) throws InterruptedException, ExecutionException {
        loop.store.release();
        eventually("its lease runs out, and it goes on", () -> {
            loop.clock.advance(Limits.DEFAULT.lease());
            return standing.isDone();
        });
        assertThat(standing.get()).isEqualTo(Foreground.End.OVER);
    }

    @Test
    void aCommandEndsBeforeItsLeaseThoughTheTurnWaitsForTheStore() throws InterruptedException, ExecutionException {
        shell.held();
        loop.loseTheStoreBetween(shell, "c2");
        loop.model.answer(call("c1", "shell"), call("c2", "shell")).answer(text("I go on."));
        var standing = carry(loop.ask("run"));
        eventually("the command is ended while the next card waits", shell::wasInterrupted);
        goesOn(standing);
        assertThat(shell.ran()).as("nothing began after the fence").containsExactly("c1");
        assertThat(loop.history())
                .containsExactly(
                        "user run",
                        "call c1",
                        "call c2",
                        "result c1 UNKNOWN",
                        "result c2 UNKNOWN",
                        "agent I go on.",
                        "end SUCCESS");
    }

    @Test
    void aTurnThatTheStoreGaveLateIsRenewedAndNotCutOff()
            throws InterruptedException, ExecutionException, TimeoutException {
        shell.held();
        loop.model.answer(call("c1", "shell")).answer(text("Done."));
        var turn = loop.ask("run");
        loop.store.holdAfter(1); // the sweep
        var standing = carry(turn);
        assertThat(loop.store.waited().await(10, TimeUnit.SECONDS)).isTrue();
        letALeasePass();
        loop.store.release();
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        letALeasePass();
        shell.release();
        assertThat(standing.get(20, TimeUnit.SECONDS)).isEqualTo(Foreground.End.OVER);
        assertThat(shell.wasInterrupted()).isFalse();
        assertThat(loop.told(Event.TurnTakenOver.class)).isEmpty();
    }

    /// The clock stands still: no lease runs out here.
    @Test
    void aStoreThatCanOnlyBeReadIsGivenUpBeforeTheLeaseRunsOut() throws InterruptedException {
        shell.held();
        loop.model.answer(call("c1", "shell")).answer(text("never"));
        var standing = carry(loop.ask("run"));
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        loop.store.refuse(Integer.MAX_VALUE);
        shell.release();
        assertThatThrownBy(() -> standing.get(20, TimeUnit.SECONDS)).hasRootCauseInstanceOf(StoreFailure.class);
    }

    @Test
    void aStoreThatRefusesForAMomentLosesNothing() throws Exception {
        shell.held();
        loop.model.answer(call("c1", "shell")).answer(text("I go on."));
        var standing = carry(loop.ask("run"));
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        loop.store.refuse(2);
        shell.release();
        assertThat(standing.get(20, TimeUnit.SECONDS)).isEqualTo(Foreground.End.OVER);
        assertThat(loop.history().getLast()).isEqualTo("end SUCCESS");
        assertThat(shell.ran()).containsExactly("c1");
    }

    /// A thread that gets no processor time for a while has not tried the store meanwhile.
    @Test
    void aRefusalLongAfterTheFirstIsNotTakenForManyRefusals() throws Exception {
        shell.held();
        loop.model.answer(call("c1", "shell")).answer(text("I go on."));
        var standing = carry(loop.ask("run"));
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        loop.store.refuse(4);
        loop.store.holdAfter(1);
        shell.release();
        assertThat(loop.store.waited().await(10, TimeUnit.SECONDS)).isTrue();
        letALeasePass();
        loop.store.holdNoMore();
        assertThat(standing.get(20, TimeUnit.SECONDS)).isEqualTo(Foreground.End.OVER);
        assertThat(loop.history().getLast()).isEqualTo("end SUCCESS");
    }
}
