package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.receipt.Dropped;
import dev.pawl.kernel.receipt.Forked;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.receipt.Takeover;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

/// The race matrix, with real threads on the real store: whoever commits first wins, the other one
/// changes nothing.
abstract class LedgerRaces extends LedgerCrashes {
    private static final int ROUNDS = 10;

    private static <T> List<T> atOnce(List<Callable<T>> works) throws InterruptedException, ExecutionException {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var answers = new ArrayList<T>();
            for (var future : threads.invokeAll(works)) answers.add(future.get());
            return answers;
        }
    }

    private static boolean survives(Runnable work) {
        try {
            work.run();
            return true;
        } catch (LostGate lost) {
            return false;
        }
    }

    @Test
    void i1RequestsThatRaceForANewAgentGiveOneDispatch() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var works = new ArrayList<Callable<Receipt>>();
            for (var i = 0; i < 4; i++) {
                var letter = "letter-" + i;
                works.add(() -> ledger.enqueue(request(agent, letter, "x")));
            }
            var receipts = atOnce(works);
            assertThat(receipts.stream().filter(receipt -> ((Receipt.Accepted) receipt).dispatched()))
                    .hasSize(1);
            checkLog(agent);
        }
    }

    @Test
    void theSameRequestFromManyAtOnceIsAcceptedOnce() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            Callable<Receipt> ask = () -> ledger.enqueue(request(agent, "a", "x"));
            var receipts = atOnce(List.of(ask, ask, ask, ask));
            assertThat(receipts.stream().filter(Receipt.Accepted.class::isInstance))
                    .hasSize(1);
            assertThat(receipts.stream().filter(Receipt.Duplicate.class::isInstance))
                    .hasSize(3);
        }
    }

    @Test
    void i10TwoWorkersNeverClaimTheSameLetter() throws Exception {
        for (var i = 0; i < 40; i++) enqueue(new AgentId("agent-" + i), "letter-" + i);
        var works = new ArrayList<Callable<List<LetterId>>>();
        for (var i = 0; i < 8; i++) {
            var worker = new WorkerId("worker-" + i);
            works.add(() -> {
                var mine = new ArrayList<LetterId>();
                for (var k = 0; k < 20; k++) {
                    ledger.claim(worker, TARGET, 3, ids.fresh()).forEach(claim -> mine.add(claim.letter()));
                }
                return mine;
            });
        }
        var all = atOnce(works).stream().flatMap(List::stream).toList();
        assertThat(all).hasSize(40).doesNotHaveDuplicates();
    }

    @Test
    void i9ConcurrentEndsAndRequestsKeepTheOrderAndForgetNobody() throws Exception {
        var works = new ArrayList<Callable<Integer>>();
        for (var i = 0; i < 4; i++) {
            var prefix = "from-" + i + "-";
            works.add(() -> {
                for (var k = 0; k < 10; k++) enqueue(AGENT, prefix + k);
                return 0;
            });
        }
        for (var i = 0; i < 2; i++) {
            var worker = new WorkerId("worker-" + i);
            works.add(() -> {
                for (var k = 0; k < 40; k++) {
                    for (var claim : ledger.claim(worker, TARGET, 1, ids.fresh())) deliver(ledger.begin(claim, worker));
                }
                return 0;
            });
        }
        atOnce(works);
        for (var i = 0; i < 40; i++) {
            for (var claim : claim(ADA)) deliver(ledger.begin(claim, ADA));
        }
        assertThat(delivered(AGENT)).hasSize(40);
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
        for (var i = 0; i < 4; i++) {
            var order = new ArrayList<Long>();
            for (var k = 0; k < 10; k++)
                order.add(letter(AGENT, "from-" + i + "-" + k).order());
            assertThat(order).isSorted();
        }
        checkLog(AGENT);
    }

    @Test
    void twoTakeoversOfOneTurnGiveOneOwner() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var dead = running(agent, ADA);
            List<Callable<Takeover>> works = List.of(
                    () -> ledger.takeOver(dead.gate(), BOB, Departure.DEAD),
                    () -> ledger.takeOver(dead.gate(), new WorkerId("carl"), Departure.DEAD));
            assertThat(atOnce(works).stream().filter(Takeover.Taken.class::isInstance))
                    .hasSize(1);
            checkLog(agent);
        }
    }

    @Test
    void twoLastAnswersAtOnceResumeOnce() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var hold = running(agent, ADA);
            suspend(hold, "c1", "c2");
            var works = new ArrayList<Callable<Resumption>>();
            for (var call : List.of("c1", "c2")) {
                works.add(() -> {
                    report(hold.gate(), call);
                    return ledger.resume(agent, BOB);
                });
            }
            assertThat(atOnce(works).stream().filter(Resumption.Resumed.class::isInstance))
                    .hasSize(1);
            checkLog(agent);
        }
    }

    @Test
    void theSameAnswerFromManyAtOnceIsStoredOnce() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var hold = running(agent, ADA);
            suspend(hold, "c1");
            Callable<ReportReceipt> answer = () -> ledger.report(answer(hold.gate(), "c1", "x"));
            var receipts = atOnce(List.of(answer, answer, answer));
            assertThat(receipts.stream().filter(ReportReceipt.Stored.class::isInstance))
                    .hasSize(1);
            assertThat(receipts.stream().filter(ReportReceipt.Duplicate.class::isInstance))
                    .hasSize(2);
            deliver(resume(agent, ADA));
        }
    }

    @Test
    void stopAndDeliverAtOnceEndTheTurnOnce() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var hold = running(agent, ADA);
            List<Callable<Boolean>> works = List.of(
                    () -> survives(() -> deliver(hold)),
                    () -> survives(
                            () -> ledger.stop(ids.letter(), agent, hold.gate().turn(), "enough")));
            atOnce(works);
            assertThat(delivered(agent)).hasSize(1);
            assertThat(state(agent)).isInstanceOf(Idle.class);
            checkLog(agent);
        }
    }

    @Test
    void stopAndResumeAtOnceLeaveNoTurnBehind() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var hold = running(agent, ADA);
            suspend(hold, "c1");
            report(hold.gate(), "c1");
            List<Callable<Object>> works = List.of(
                    () -> ledger.resume(agent, BOB),
                    () -> ledger.stop(ids.letter(), agent, hold.gate().turn(), "enough"));
            atOnce(works);
            assertThat(state(agent)).isInstanceOf(Idle.class);
            assertThat(delivered(agent)).hasSize(1);
            checkLog(agent);
        }
    }

    @Test
    void takeoverAndDeliverAtOnceEndTheTurnOnce() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var hold = running(agent, ADA);
            List<Callable<Boolean>> works = List.of(
                    () -> survives(() -> deliver(hold)),
                    () -> ledger.takeOver(hold.gate(), BOB, Departure.DEAD) instanceof Takeover.Taken taken
                            && survives(() -> deliver(taken.hold())));
            assertThat(atOnce(works).stream().filter(Boolean::booleanValue)).hasSize(1);
            assertThat(delivered(agent)).hasSize(1);
            checkLog(agent);
        }
    }

    @Test
    void sweepsByManyAtOnceMendOnce() throws Exception {
        enqueue(AGENT, "a");
        claim(ADA);
        advance(LIMITS.claim().plusSeconds(1));
        Callable<Integer> sweep = () -> ledger.sweep(TARGET).released();
        assertThat(atOnce(List.of(sweep, sweep, sweep)).stream()
                        .mapToInt(Integer::intValue)
                        .sum())
                .isEqualTo(1);
        deliver(begin(BOB));
    }

    @Test
    void aHistoryThatManyBringAtOnceIsAdoptedOnce() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            Callable<Boolean> adopt =
                    () -> ledger.adopt(agent, TARGET, List.of(Item.UserMessage.of("a"), new Item.AgentMessage("b")));
            assertThat(atOnce(List.of(adopt, adopt, adopt, adopt)).stream().filter(Boolean::booleanValue))
                    .hasSize(1);
            assertThat(texts(agent)).containsExactly("user: a", "agent: b");
            deliver(running(agent, ADA));
            checkLog(agent);
        }
    }

    @Test
    void theSameForkFromManyAtOnceIsOneFork() throws Exception {
        var hold = running(AGENT, ADA);
        deliver(hold);
        for (var round = 0; round < ROUNDS; round++) {
            var fork = new AgentId("fork-" + round);
            Callable<Forked> work = () -> ledger.fork(AGENT, hold.gate().turn(), fork, TARGET);
            assertThat(atOnce(List.of(work, work, work, work))).allMatch(Forked.Done.class::isInstance);
            assertThat(history(fork)).isEqualTo(history(AGENT));
        }
    }

    @Test
    void aForkAndAnEraseAtOnceLeaveAWholeForkOrNone() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var fork = new AgentId("fork-" + round);
            var hold = running(agent, ADA);
            ledger.append(hold.gate(), say("kept"));
            deliver(hold);
            var whole = history(agent);
            List<Callable<Object>> works =
                    List.of(() -> ledger.fork(agent, hold.gate().turn(), fork, TARGET), () -> ledger.erase(agent));
            if (atOnce(works).getFirst() instanceof Forked.Done)
                assertThat(history(fork)).isEqualTo(whole);
            else assertThat(ledger.head(fork)).isEmpty();
            assertThat(ledger.head(agent)).isEmpty();
        }
    }

    @Test
    void forksOfEachOtherAtOnceDoNotWaitForEver() throws Exception {
        var one = new AgentId("one");
        var two = new AgentId("two");
        var first = running(one, ADA);
        deliver(first);
        var second = running(two, ADA);
        deliver(second);
        for (var round = 0; round < ROUNDS; round++) {
            List<Callable<Forked>> works = List.of(
                    () -> ledger.fork(one, first.gate().turn(), two, TARGET),
                    () -> ledger.fork(two, second.gate().turn(), one, TARGET));
            assertThat(atOnce(works)).allMatch(Forked.InUse.class::isInstance);
        }
    }

    @Test
    void aDropAndARequestAtOnceNeverTakeAwayWhatATurnReads() throws Exception {
        for (var round = 0; round < ROUNDS; round++) {
            var agent = new AgentId("agent-" + round);
            var hold = running(agent, ADA);
            deliver(hold);
            var seen = events(agent).size();
            List<Callable<Object>> works =
                    List.of(() -> ledger.drop(agent, seen, List.of(hold.gate().turn())), () -> enqueue(agent, "next"));
            var dropped = atOnce(works).getFirst() instanceof Dropped.Done;
            deliver(begin(BOB));
            assertThat(texts(agent)).hasSize(dropped ? 2 : 4);
            checkLog(agent);
        }
    }
}
