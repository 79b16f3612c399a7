package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Card;
import dev.pawl.card.Field;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.BoxId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Edge;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.LetterState;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Delivery;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.Stopping;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// I1 to I12, I19, I22 to I34 on one ledger and one thread; waits and answers are in
/// [LedgerAnswers], crashes and races in [LedgerCrashes] and [LedgerRaces].
abstract class LedgerInvariants extends LedgerNotices {

    @Test
    void i1AnAgentHasOneActiveTurnAndTheOtherRequestsQueue() {
        enqueue(AGENT, "a");
        enqueue(AGENT, "b");
        assertThat(state(AGENT)).isInstanceOf(Dispatched.class);
        assertThat(letter(AGENT, "a").state()).isEqualTo(LetterState.PENDING);
        assertThat(letter(AGENT, "b").state()).isEqualTo(LetterState.QUEUED);
        assertThat(claim(ADA)).hasSize(1);
    }

    @Test
    void i2EveryChangeOfOwnershipGivesAHigherEpoch() {
        var hold = running(AGENT, ADA);
        assertThat(epoch(AGENT)).isEqualTo(new Epoch(1));
        suspend(hold, "c1");
        report(hold.gate(), "c1");
        var resumed = resume(AGENT, ADA);
        assertThat(resumed.gate().epoch()).isEqualTo(new Epoch(2));
        advance(LIMITS.lease().plusSeconds(1));
        var taken = (Takeover.Taken) ledger.takeOver(resumed.gate(), BOB, Departure.EXPIRED);
        assertThat(taken.hold().gate().epoch()).isEqualTo(new Epoch(3));
        ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        assertThat(epoch(AGENT)).isEqualTo(new Epoch(4));
        running(AGENT, ADA);
        assertThat(epoch(AGENT)).isEqualTo(new Epoch(5));
        checkLog(AGENT);
    }

    @Test
    void i3ALostGateLeavesNoTrace() {
        var old = running(AGENT, ADA);
        advance(LIMITS.lease().plusSeconds(1));
        var now = ((Takeover.Taken) ledger.takeOver(old.gate(), BOB, Departure.EXPIRED)).hold();
        var events = events(AGENT);
        var history = history(AGENT);
        var head = ledger.head(AGENT);

        assertThatThrownBy(() -> ledger.append(old.gate(), say("late"))).isInstanceOf(LostGate.class);
        assertThatThrownBy(() -> suspend(old, "c9")).isInstanceOf(LostGate.class);
        assertThatThrownBy(() -> deliver(old)).isInstanceOf(LostGate.class);
        assertThatThrownBy(() -> ledger.replaceBox(old.gate(), say("late"))).isInstanceOf(LostGate.class);
        ledger.steer(request(AGENT, "steer", "and this"));
        assertThatThrownBy(() -> ledger.takeSteers(old.gate(), dev.pawl.kernel.Letter.NoticeText.NONE))
                .isInstanceOf(LostGate.class);

        assertThat(history(AGENT)).isEqualTo(history);
        assertThat(events(AGENT).subList(0, events.size())).isEqualTo(events);
        assertThat(events(AGENT)).hasSize(events.size() + 1); // the steering alone
        assertThat(ledger.head(AGENT).orElseThrow().state())
                .isEqualTo(head.orElseThrow().state());
        ledger.append(now.gate(), say("mine"));
    }

    @Test
    void i4OneRequestIsOneTurnHoweverOftenItIsAskedFor() {
        var turn = enqueue(AGENT, "a");
        assertThat(ledger.enqueue(request(AGENT, "a", "do a"))).isEqualTo(new Receipt.Duplicate(turn));
        assertThat(ledger.enqueue(request(AGENT, "a", "something else")))
                .isEqualTo(new Receipt.Conflict(new LetterId("a")));
        deliver(begin(ADA));
        assertThat(ledger.enqueue(request(AGENT, "a", "do a"))).isEqualTo(new Receipt.Duplicate(turn));
        assertThat(claim(ADA)).isEmpty();
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void i5AndI6EveryEndHasOneDeliverableOfItsOwnTurnInTheOutputBox() {
        // success
        deliver(running(AGENT, ADA));
        // failed, on the same output box
        var failed = running(AGENT, ADA);
        ledger.deliver(failed.gate(), Entry.empty(ids.step()), ids.card(), Item.Deliverable.failed("no"));
        // stop
        var stopped = running(AGENT, ADA);
        ledger.stop(new LetterId("stop"), AGENT, stopped.gate().turn(), "enough");
        // stop while queued
        var active = running(AGENT, ADA);
        var queued = enqueue(AGENT, "queued");
        ledger.stop(new LetterId("stop-2"), AGENT, queued, "never mind");
        deliver(active);
        // dead letter
        enqueue(AGENT, "dead");
        for (var i = 0; i < LIMITS.attempts(); i++) {
            assertThat(claim(ADA)).hasSize(1);
            advance(LIMITS.claim().plusSeconds(1));
            ledger.sweep(TARGET);
        }
        // watchdog: taken over too often
        var hold = running(AGENT, ADA);
        var gate = hold.gate();
        for (var i = 0; i <= LIMITS.takeovers(); i++) {
            advance(LIMITS.lease().plusSeconds(1));
            if (ledger.takeOver(gate, i % 2 == 0 ? BOB : ADA, Departure.EXPIRED) instanceof Takeover.Taken taken) {
                gate = taken.hold().gate();
            }
        }

        assertThat(state(AGENT)).isInstanceOf(Idle.class);
        var outcomes = delivered(AGENT);
        assertThat(outcomes.stream().map(Event.TurnDelivered::outcome))
                .containsExactly(
                        Outcome.SUCCESS,
                        Outcome.FAILED,
                        Outcome.CANCELED,
                        Outcome.CANCELED,
                        Outcome.SUCCESS,
                        Outcome.FAILED,
                        Outcome.FAILED);
        var box = history(AGENT);
        for (var event : events(AGENT)) {
            if (!(event.event() instanceof Event.TurnDelivered told)) continue;
            var card = box.stream()
                    .filter(each -> each.id().equals(told.deliverable()))
                    .findFirst()
                    .orElseThrow();
            assertThat(card.origin().turn()).isEqualTo(event.turn());
            assertThat(card.item()).isInstanceOf(Item.Deliverable.class);
        }
        checkLog(AGENT);
    }

    @Test
    void i7WithEveryBellLostALookAtTheInboxFindsTheWork() {
        // The bell of this test is heard by nobody.
        enqueue(AGENT, "a");
        var hold = begin(ADA);
        suspend(hold, "c1");
        report(hold.gate(), "c1");
        assertThat(ledger.resumable(TARGET, 10)).containsExactly(AGENT);
        deliver(resume(AGENT, BOB));
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void aBellRingsForWorkAndOnlyAfterTheCommit() {
        enqueue(AGENT, "a");
        assertThat(bell.rung()).hasSize(1);
        var stale = new Gate(AGENT, new TurnId("nobody"), new Epoch(7));
        assertThatThrownBy(() -> ledger.append(stale, say("x"))).isInstanceOf(LostGate.class);
        assertThat(bell.rung()).hasSize(1);
        advance(LIMITS.ringAfter().plusSeconds(1));
        assertThat(ledger.sweep(TARGET).rung()).isEqualTo(1);
        assertThat(bell.rung()).hasSize(2);
    }

    @Test
    void i8EveryLetterEndsConsumedSkippedOrDead() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1", "c2");
        report(hold.gate(), "c1");
        ledger.steer(request(AGENT, "steer", "more"));
        ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        assertThat(letter(AGENT, "steer").state()).isEqualTo(LetterState.SKIPPED);
        assertThat(letter(AGENT, "stop").state()).isEqualTo(LetterState.CONSUMED);
        assertThat(store().read(rows -> rows.inbox().open(AGENT)).intValue()).isZero();
    }

    @Test
    void whatWasSaidToAStoppedTurnEndsWithIt() {
        var hold = running(AGENT, ADA);
        ledger.steer(request(AGENT, "steer", "more"));
        ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        assertThat(ledger.head(AGENT).orElseThrow().state()).isNotInstanceOf(HeadState.Active.class);
        assertThat(texts(AGENT)).doesNotContain("user: more");
        enqueue(AGENT, "again");
        deliver(begin(ADA));
        assertThat(delivered(AGENT)).hasSize(2);
    }

    @Test
    void i9RequestsAreServedInTheOrderTheyWereStored() {
        for (var i = 0; i < 20; i++) enqueue(AGENT, "letter-" + i);
        for (var i = 0; i < 20; i++) {
            var hold = begin(ADA);
            assertThat(hold.turn().letter()).isEqualTo(new LetterId("letter-" + i));
            deliver(hold);
        }
    }

    @Test
    void i10AClaimIsExclusiveAndEndsWithItsToken() {
        enqueue(AGENT, "a");
        var first = claim(ADA).getFirst();
        assertThat(claim(BOB)).isEmpty();
        advance(LIMITS.claim().plusSeconds(1));
        ledger.sweep(TARGET);
        var second = claim(BOB).getFirst();
        assertThat(second.attempt()).isEqualTo(2);
        assertThatThrownBy(() -> ledger.begin(first, ADA)).isInstanceOf(LostGate.class);
        assertThat(ledger.begin(second, BOB).gate()).isEqualTo(second.gate());
        assertThatThrownBy(() -> ledger.begin(first, ADA)).isInstanceOf(LostGate.class);
    }

    @Test
    void claimsComeInOrderAndNoMoreThanAskedFor() {
        for (var i = 0; i < 6; i++) enqueue(new AgentId("agent-" + i), "letter-" + i);
        var claims = ledger.claim(ADA, TARGET, 4, "token");
        assertThat(claims.stream().map(claim -> claim.letter().value()))
                .containsExactly("letter-0", "letter-1", "letter-2", "letter-3");
        assertThat(ledger.claim(BOB, TARGET, 4, "other")).hasSize(2);
    }

    @Test
    void aWorkerMayServeOneAgentAlone() {
        var other = new AgentId("agent-2");
        enqueue(other, "b");
        enqueue(AGENT, "a");
        var claims = ledger.claim(ADA, AGENT, "token");
        assertThat(claims.stream().map(claim -> claim.gate().agent())).containsExactly(AGENT);
        assertThat(ledger.claim(ADA, AGENT, "token")).as("asked again").isEqualTo(claims);
        assertThat(ledger.claim(BOB, AGENT, "other")).isEmpty();
        deliver(ledger.begin(claims.getFirst(), ADA));
        assertThat(claim(BOB).stream().map(claim -> claim.gate().agent())).containsExactly(other);
    }

    @Test
    void i11AUiActionIsServedAtOnceOrNotAtAll() {
        var action = new TurnRequest(
                new LetterId("click"),
                AGENT,
                TARGET,
                LetterKind.UI_ACTION,
                List.of(Item.UserMessage.of("click")),
                Lineage.root("page"));
        var turn = enqueue(AGENT, "a");
        var events = events(AGENT).size();
        assertThat(ledger.enqueue(action)).isEqualTo(new Receipt.Busy(turn));
        assertThat(events(AGENT)).hasSize(events);
        deliver(begin(ADA));
        assertThat(ledger.enqueue(action)).isInstanceOf(Receipt.Accepted.class);
        assertThat(state(AGENT)).isInstanceOf(Dispatched.class);
        deliver(begin(ADA));
    }

    @Test
    void i19DepthGrowsWithEachAgentAndALoopIsRefused() {
        var hold = running(AGENT, ADA);
        var child = Lineage.childOf(hold.gate(), new CallId("c1"), 0);
        assertThat(child.depth()).isEqualTo(1);
        assertThat(Lineage.peerOf("agent", 3).depth()).isEqualTo(3);
        var deep = new Lineage(Lineage.DEEPEST, new Lineage.Caller.Outside("x"));
        var other = new AgentId("agent-2");
        assertThat(ledger.enqueue(request(other, "deep", deep, Item.UserMessage.of("hi"))))
                .isEqualTo(new Receipt.TooDeep(Lineage.DEEPEST));
        assertThat(ledger.head(other)).isEmpty();
    }

    @Test
    void aFullInboxRefusesWithoutATrace() {
        for (var i = 0; i < LIMITS.inbox(); i++) enqueue(AGENT, "letter-" + i);
        var events = ledger.events(AGENT, 0, 10_000).size();
        assertThat(ledger.enqueue(request(AGENT, "one-more", "x"))).isEqualTo(new Receipt.InboxFull(LIMITS.inbox()));
        assertThat(events(AGENT)).hasSize(events);
    }

    @Test
    void i22TheContextBoxStaysAsItWasGiven() {
        enqueue(AGENT, "a");
        var hold = begin(ADA);
        var before = contents(hold.turn().context());
        ledger.append(hold.gate(), say("thinking"));
        deliver(hold);
        assertThat(contents(hold.turn().context())).isEqualTo(before);
        assertThat(texts(AGENT)).containsExactly("user: do a", "agent: thinking", "end: SUCCESS");
    }

    private List<Card> contents(BoxId box) {
        return store().read(rows -> rows.cards().in(box, 0));
    }

    @Test
    void i22ACardIsNeverPutIntoAContextBox() {
        enqueue(AGENT, "a");
        var hold = begin(ADA);
        var context = hold.turn().context();
        assertThatThrownBy(() -> store().commit(rows -> {
                    rows.cards().append(context, List.of(new CardId("forged")));
                    return context;
                }))
                .isInstanceOf(RuntimeException.class);
        assertThat(contents(context)).hasSize(1);
    }

    @Test
    void i23EachAgentWritesToABoxOfItsOwn() {
        running(AGENT, ADA);
        var other = new AgentId("agent-2");
        running(other, BOB);
        assertThat(ledger.head(AGENT).orElseThrow().output())
                .isNotEqualTo(ledger.head(other).orElseThrow().output());
    }

    @Test
    void aReplacedBoxIsReadFromNowOnAndTheOldOneIsKept() {
        var hold = running(AGENT, ADA);
        ledger.append(hold.gate(), say("long story"));
        var old = ledger.head(AGENT).orElseThrow().output();
        var kept = contents(old);
        var entry = entry(new Item.Summary("short story"));
        var box = ledger.replaceBox(hold.gate(), entry);
        assertThat(ledger.replaceBox(hold.gate(), entry)).as("asked again").isEqualTo(box);
        assertThat(contents(old)).isEqualTo(kept);
        assertThat(texts(AGENT)).containsExactly("summary");
        ledger.append(hold.gate(), say("and on"));
        assertThat(texts(AGENT)).containsExactly("summary", "agent: and on");
    }

    @Test
    void i25AStopWorksAtAnyLaterEpochAndNothingIsWrittenAfterIt() {
        var hold = running(AGENT, ADA);
        ledger.append(hold.gate(), entry(call("c0")));
        suspend(hold, "c1");
        report(hold.gate(), "c1");
        var resumed = resume(AGENT, ADA);
        var stopped = ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        assertThat(stopped).isInstanceOf(Stopping.Stopped.class);
        assertThat(ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough"))
                .isEqualTo(stopped);
        assertThatThrownBy(() -> ledger.append(resumed.gate(), say("late"))).isInstanceOf(LostGate.class);
        assertThatThrownBy(() -> deliver(resumed)).isInstanceOf(LostGate.class);
        assertThat(texts(AGENT).reversed().subList(0, 2))
                .as("each call has one output, then the end")
                .containsExactly("end: CANCELED", "result: c0 CANCELED");
        assertThat(ledger.stop(new LetterId("stop-2"), AGENT, hold.gate().turn(), "again"))
                .isInstanceOf(Stopping.OverAlready.class);
        assertThat(ledger.stop(new LetterId("stop-3"), AGENT, new TurnId("nobody"), "x"))
                .isEqualTo(new Stopping.UnknownTurn());
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void i25AStoppedQueuedTurnIsNeverDispatched() {
        var active = running(AGENT, ADA);
        var queued = enqueue(AGENT, "queued");
        ledger.stop(new LetterId("stop"), AGENT, queued, "never mind");
        assertThat(state(AGENT)).isInstanceOf(Running.class);
        deliver(active);
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
        assertThat(claim(ADA)).isEmpty();
        assertThat(letter(AGENT, "queued").state()).isEqualTo(LetterState.SKIPPED);
    }

    @Test
    void i30AHeartbeatKeepsASlowTurn() {
        var hold = running(AGENT, ADA);
        for (var i = 0; i < 10; i++) {
            advance(LIMITS.lease().dividedBy(2));
            assertThat(ledger.heartbeat(ADA)).containsExactly(hold.gate());
            assertThat(ledger.takeOver(hold.gate(), BOB, Departure.EXPIRED)).isEqualTo(new Takeover.NotTaken());
            assertThat(ledger.owned(TARGET, 10)).noneMatch(owned -> owned.expired());
        }
        assertThat(ledger.heartbeat(BOB)).isEmpty();
        deliver(hold);
        assertThat(ledger.heartbeat(ADA)).isEmpty();
    }

    @Test
    void i32AWorkerSeesOnlyTheAgentsOfItsTarget() {
        enqueue(AGENT, "a");
        var elsewhere = new WorkerTarget("elsewhere");
        assertThat(ledger.claim(BOB, elsewhere, 10, "t")).isEmpty();
        begin(ADA);
        advance(LIMITS.lease().plus(Duration.ofDays(1)));
        assertThat(ledger.owned(elsewhere, 10)).isEmpty();
        assertThat(ledger.owned(TARGET, 10)).hasSize(1);
        var swept = ledger.sweep(elsewhere);
        assertThat(swept.released() + swept.timedOut() + swept.buried() + swept.dispatched())
                .isZero();
    }

    @Test
    void i34EachAcceptedPrimitiveHasOneEdge() {
        enqueue(AGENT, "a");
        ledger.enqueue(request(AGENT, "a", "do a"));
        var hold = begin(ADA);
        suspend(hold, "c1");
        var answer = answer(hold.gate(), "c1", "x");
        ledger.report(answer);
        ledger.report(answer);
        assertThat(store().read(rows -> rows.log().edges(AGENT)).stream().map(Edge::primitive))
                .containsExactly(Edge.Primitive.ENQUEUE, Edge.Primitive.REPORT);
    }

    @Test
    void aSuccessMustCoverTheRequiredFieldsAndAFailureNeedNot() {
        var fields = new Item.ResultFields(List.of(new Field("title", "a title"), new Field("body", "a body")));
        ledger.enqueue(request(AGENT, "a", Lineage.root("tester"), Item.UserMessage.of("write"), fields));
        var hold = begin(ADA);
        var title = Item.Deliverable.success(List.of(new Field("title", "T")));
        assertThat(ledger.deliver(hold.gate(), say("done"), ids.card(), title))
                .isEqualTo(new Delivery.MissingFields(List.of("body")));
        assertThat(texts(AGENT)).as("nothing was written").doesNotContain("agent: done");
        var whole = Item.Deliverable.success(List.of(new Field("body", "B"), new Field("title", "T")));
        assertThat(ledger.deliver(hold.gate(), say("done"), ids.card(), whole)).isInstanceOf(Delivery.Delivered.class);

        ledger.enqueue(request(AGENT, "b", Lineage.root("tester"), Item.UserMessage.of("write"), fields));
        var next = begin(ADA);
        assertThat(ledger.deliver(next.gate(), say("sorry"), ids.card(), Item.Deliverable.failed("cannot")))
                .isInstanceOf(Delivery.Delivered.class);
    }

    @Test
    void steeringIsReadBeforeTheTurnMayEnd() {
        var hold = running(AGENT, ADA);
        assertThat(ledger.takeSteers(hold.gate(), dev.pawl.kernel.Letter.NoticeText.NONE))
                .isFalse();
        assertThat(ledger.steer(request(AGENT, "steer", "and this")))
                .isEqualTo(new Receipt.Steered(hold.gate().turn()));
        assertThat(ledger.steer(request(AGENT, "steer", "and this")))
                .isEqualTo(new Receipt.Duplicate(hold.gate().turn()));
        assertThat(ledger.deliver(hold.gate(), say("done"), ids.card(), Item.Deliverable.success("done")))
                .isEqualTo(new Delivery.SteersWait());
        assertThat(ledger.takeSteers(hold.gate(), dev.pawl.kernel.Letter.NoticeText.NONE))
                .isTrue();
        assertThat(texts(AGENT)).endsWith("user: and this");
        deliver(hold);
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void steeringAnIdleAgentIsARequest() {
        assertThat(ledger.steer(request(AGENT, "a", "hello"))).isInstanceOf(Receipt.Accepted.class);
        deliver(begin(ADA));
    }

    @Test
    void aDispatchedTurnTimesOutOnlyWhenToldSo() {
        enqueue(AGENT, "a");
        advance(Duration.ofDays(30));
        ledger.sweep(TARGET);
        assertThat(state(AGENT)).isInstanceOf(Dispatched.class);
        var impatient = new DurableLedger(store(), LIMITS.withDispatchPatience(Duration.ofDays(1)), ids);
        assertThat(impatient.sweep(TARGET).buried()).isEqualTo(1);
        assertThat(delivered(AGENT).getFirst().outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(letter(AGENT, "a").state()).isEqualTo(LetterState.SKIPPED);
        assertThat(state(AGENT)).isNotInstanceOf(Suspended.class);
    }
}
