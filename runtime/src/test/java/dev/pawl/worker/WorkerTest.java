package dev.pawl.worker;

import static dev.pawl.worker.AnswersModel.call;
import static dev.pawl.worker.AnswersModel.text;
import static dev.pawl.worker.LoopFixture.ADA;
import static dev.pawl.worker.LoopFixture.AGENT;
import static dev.pawl.worker.LoopFixture.BOB;
import static dev.pawl.worker.LoopFixture.TARGET;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.event.Event;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Bell;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.rows.StoreFailure;
import dev.pawl.worker.turn.AgentSteps;
import dev.pawl.worker.turn.Journal;
import dev.pawl.worker.turn.Move;
import dev.pawl.worker.turn.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// A worker with real threads.
class WorkerTest {
    private final CountingTool shell = new CountingTool("shell", Replay.EFFECT, false);
    private final CountingTool aside = new CountingTool("aside", Replay.EFFECT, true);
    private final LoopFixture loop = new LoopFixture(shell, aside);

    private Worker worker(WorkerId id) {
        var post = new Worker.Identity(id, TARGET, 4, _ -> false);
        var maker = new AgentSteps(loop.ledger, _ -> loop.agent());
        return new Worker(loop.ledger, maker, post, loop.ids, Thread.ofVirtual().factory());
    }

    private static void await(BooleanSupplier condition) {
        var end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end) throw new AssertionError("not within 20 s");
            LockSupport.parkNanos(1_000_000);
        }
    }

    private boolean delivered(int times) {
        return loop.told(Event.TurnDelivered.class).size() == times;
    }

    @Test
    void aWorkerFindsItsWorkWithoutABell() {
        loop.model.answer(text("one")).answer(text("two"));
        loop.ask("a");
        loop.ask("b");
        var rhythm = new WorkerThreads.Rhythm(Limits.DEFAULT.lease(), Duration.ofMillis(20), Duration.ofMillis(50));
        try (var bell = new LocalDoorbell();
                var _ = WorkerThreads.start(worker(ADA), bell, rhythm)) {
            await(() -> delivered(2));
        }
    }

    @Test
    void aWorkerThatLosesItsTurnStopsWhatItStarted() throws InterruptedException {
        shell.held();
        loop.model.answer(call("c1", "shell"));
        loop.ask("run");
        var ada = worker(ADA);
        assertThat(ada.look()).isTrue();
        assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
        loop.clock.advance(Limits.DEFAULT.lease().plusSeconds(1));
        loop.model.answer(text("I go on."));
        var bob = worker(BOB);
        bob.recover();
        await(() -> delivered(1));
        ada.beat();
        await(shell::wasInterrupted);
        assertThat(ada.running().awaitEmpty(Duration.ofSeconds(10))).isTrue();
        assertThat(shell.ran()).as("the effect ran once").containsExactly("c1");
        assertThat(loop.history())
                .containsExactly("user run", "call c1", "result c1 UNKNOWN", "agent I go on.", "end SUCCESS");
    }

    @Test
    void aFencedTurnsCallsEndThoughItsThreadWaitsForTheStore() {
        aside.held();
        loop.loseTheStoreBetween(aside, "c2");
        loop.model.answer(call("c1", "aside"), call("c2", "aside")).answer(text("I go on."));
        loop.ask("run");
        var rhythm = new WorkerThreads.Rhythm(Duration.ofSeconds(1), Duration.ofMillis(20), Duration.ofMillis(50));
        try (var bell = new LocalDoorbell();
                var _ = WorkerThreads.start(worker(ADA), bell, rhythm)) {
            await(aside::wasInterrupted);
            loop.store.release();
            await(() -> delivered(1));
        } finally {
            loop.store.release();
        }
        assertThat(aside.ran()).as("nothing began after the fence").containsExactly("c1");
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

    /// A turn that ends at once, and then does something for a while.
    private record Lingering(CountDownLatch entered, CountDownLatch mayEnd, AtomicBoolean cut) implements Steps {
        @Override
        public Move next(Journal journal) {
            var said = journal.entry(journal.ids().step(), "agent", new Item.AgentMessage("done"));
            return new Move.End(said, Item.Deliverable.success("done"));
        }

        @Override
        public void delivered(Item.Deliverable deliverable) {
            entered.countDown();
            try {
                cut.set(!mayEnd.await(10, TimeUnit.SECONDS));
            } catch (InterruptedException hurried) {
                cut.set(true);
            }
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {}

        @Override
        public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) {
            throw new IllegalStateException("nothing was called");
        }

        @Override
        public void missing(Journal journal, List<String> names) {}
    }

    @Test
    void whatATurnDoesAfterItsEndIsNotTakenForALostTurn() throws InterruptedException {
        var steps = new Lingering(new CountDownLatch(1), new CountDownLatch(1), new AtomicBoolean());
        loop.ask("a");
        var ada = new Worker(
                loop.ledger,
                _ -> steps,
                new Worker.Identity(ADA, TARGET, 4, _ -> false),
                loop.ids,
                Thread.ofVirtual().factory());
        ada.look();
        assertThat(steps.entered().await(10, TimeUnit.SECONDS)).isTrue();
        ada.beat();
        ada.glance(Bell.ANY);
        ada.beat();
        steps.mayEnd().countDown();
        assertThat(ada.running().awaitEmpty(Duration.ofSeconds(10))).isTrue();
        assertThat(steps.cut()).isFalse();
    }

    @Test
    void aTurnThatNeverGetsAnywhereIsTakenUpAgainAndGivenUpInTheEnd() {
        var post = new Worker.Identity(ADA, TARGET, 4, _ -> false);
        Steps.Maker broken = _ -> {
            throw new StoreFailure("away for this turn alone", new IllegalStateException());
        };
        var quiet = Thread.ofVirtual().uncaughtExceptionHandler((_, _) -> {}).factory();
        var ada = new Worker(loop.ledger, broken, post, loop.ids, quiet);
        loop.ask("run");
        ada.look();
        await(() -> ada.running().free() == 4);
        for (var i = 0; i < 20 && !delivered(1); i++) {
            ada.beat();
            await(() -> ada.running().free() == 4);
        }
        assertThat(delivered(1)).isTrue();
        assertThat(loop.history().getLast()).startsWith("end FAILED given up");
    }

    @Test
    void aClosedWorkerLeavesItsTurnsToOthersAtOnce() throws InterruptedException {
        shell.held();
        loop.model.answer(call("c1", "shell"));
        loop.ask("run");
        var rhythm = new WorkerThreads.Rhythm(Limits.DEFAULT.lease(), Duration.ofMillis(20), Duration.ofMillis(50));
        try (var bell = new LocalDoorbell()) {
            var threads = WorkerThreads.start(worker(ADA), bell, rhythm);
            assertThat(shell.entered().await(10, TimeUnit.SECONDS)).isTrue();
            threads.close();
        }
        assertThat(shell.wasInterrupted()).isTrue();
        loop.clock.advance(Duration.ofMillis(10));
        loop.model.answer(text("I go on."));
        worker(BOB).recover();
        await(() -> delivered(1));
        assertThat(loop.ledger.head(AGENT)).isPresent();
    }
}
