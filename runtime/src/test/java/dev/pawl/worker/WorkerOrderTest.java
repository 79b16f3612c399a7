package dev.pawl.worker;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.testkit.SettableClock;
import dev.pawl.worker.turn.Journal;
import dev.pawl.worker.turn.Move;
import dev.pawl.worker.turn.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/// One worker in one process, on a ledger in memory.
class WorkerOrderTest {
    private static final WorkerTarget TARGET = new WorkerTarget("generic");
    private static final WorkerId ME = new WorkerId("me");
    private static final WorkerId DEAD = new WorkerId("dead");
    private static final Duration NEVER = Duration.ofHours(1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CountingIds ids = new CountingIds("n");
    private final RecordingDoorbell deaf = new RecordingDoorbell();
    private final Ledger ledger =
            new DurableLedger(new MemoryTransactions(new SettableClock(), deaf), Limits.DEFAULT, ids);
    private final Semaphore mayEnd = new Semaphore(0);

    private Worker worker(int turnsAtOnce) {
        var post = new Worker.Identity(ME, TARGET, turnsAtOnce, DEAD::equals);
        return new Worker(
                ledger, _ -> new Patient(), post, ids, Thread.ofVirtual().factory());
    }

    /// A turn that ends when it may.
    private final class Patient implements Steps {
        @Override
        public Move next(Journal journal) throws InterruptedException {
            mayEnd.acquire();
            return new Move.End(Entry.empty(new StepId("step")), Item.Deliverable.success("done"));
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {}

        @Override
        public Optional<Item.ToolResult> again(Journal journal, Journal.OpenCall open) {
            throw new IllegalStateException("no calls were made");
        }

        @Override
        public void missing(Journal journal, List<String> names) {
            throw new IllegalStateException("no fields were asked for");
        }
    }

    private TurnId ask(String agent) {
        var request = new TurnRequest(
                new LetterId("letter-" + agent),
                new AgentId(agent),
                TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of("do")),
                Lineage.root("test"));
        return ((Receipt.Accepted) ledger.enqueue(request)).turn();
    }

    /// A turn whose worker died while it ran.
    private TurnId orphan(String agent) {
        var turn = ask(agent);
        ledger.begin(ledger.claim(DEAD, TARGET, 1, "token").getFirst(), DEAD);
        return turn;
    }

    private boolean isDelivered(TurnId turn) {
        return ledger.turn(turn).orElseThrow().ending() instanceof Turn.Ending.Delivered;
    }

    private boolean runsHere(String agent) {
        return ledger.head(new AgentId(agent)).orElseThrow().state() instanceof HeadState.Running(var _, var lease)
                && lease.owner().equals(ME);
    }

    /// The thread that looks waits for its next bell.
    private static boolean theLookIsOver() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("pawl-look"))
                .allMatch(thread -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    private static void await(BooleanSupplier condition) {
        eventually("what the worker was to do", condition);
    }

    @Test
    void whatADeadWorkerClaimedIsFreeAtOnce() {
        ask("claimed");
        ledger.claim(DEAD, TARGET, 1, "token");
        var worker = worker(1);
        worker.look();
        assertThat(worker.running().free()).as("it may still begin").isEqualTo(1);
        worker.recover();
        worker.look();
        await(() -> runsHere("claimed"));
    }

    @Test
    void anOrphanComesBeforeNewWork() {
        orphan("orphan");
        var busy = ask("busy");
        var worker = worker(1);
        worker.look();
        await(() -> runsHere("busy"));
        worker.recover();
        assertThat(runsHere("orphan")).as("while no hand is free").isFalse();

        ask("new");
        mayEnd.release();
        await(() -> isDelivered(busy) && worker.running().free() == 1);
        worker.look();
        await(() -> runsHere("orphan"));
        assertThat(runsHere("new")).isFalse();
    }

    @Test
    void aHandThatGetsFreeIsNotLeftIdle() {
        var first = ask("first");
        var second = ask("second");
        var worker = worker(1);
        try (var _ = WorkerThreads.start(worker, deaf, new WorkerThreads.Rhythm(PATIENCE, NEVER, NEVER))) {
            await(() -> runsHere("first"));
            await(WorkerOrderTest::theLookIsOver); // it found all hands full
            mayEnd.release(2);
            await(() -> isDelivered(first) && isDelivered(second));
        }
    }

    @Test
    void claimedTurnsRunSideBySide() {
        ask("one");
        ask("two");
        var worker = worker(2);
        worker.look();
        await(() -> runsHere("one") && runsHere("two"));
        worker.beat();
        worker.beat();
        mayEnd.release(2);
        await(() -> worker.running().free() == 2);
    }
}
