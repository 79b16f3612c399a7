package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.receipt.Delivery;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Takeover;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The crash matrix: the worker dies between two primitives, and somebody else goes on (I27). And
/// the outcome nobody saw: every primitive is asked again and finds its own traces.
abstract class LedgerCrashes extends LedgerAnswers {

    private Hold takenOverAfterALease(Hold dead) {
        advance(LIMITS.lease().plusSeconds(1));
        var owned = ledger.owned(TARGET, 10);
        assertThat(owned).anyMatch(each -> each.gate().equals(dead.gate()) && each.expired());
        return ((Takeover.Taken) ledger.takeOver(dead.gate(), BOB, Departure.EXPIRED)).hold();
    }

    @Test
    void diedBetweenEnqueueAndBell() {
        enqueue(AGENT, "a");
        deliver(begin(BOB));
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void diedBetweenClaimAndBegin() {
        enqueue(AGENT, "a");
        claim(ADA);
        assertThat(claim(BOB)).isEmpty();
        advance(LIMITS.claim().plusSeconds(1));
        assertThat(ledger.sweep(TARGET).released()).isEqualTo(1);
        deliver(begin(BOB));
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void diedBetweenBeginAndTheFirstStep() {
        var dead = running(AGENT, ADA);
        var hold = takenOverAfterALease(dead);
        assertThat(hold.gate()).isEqualTo(dead.gate().next());
        assertThat(hold.turn()).isEqualTo(dead.turn());
        deliver(hold);
        checkLog(AGENT);
    }

    @Test
    void diedAfterAStepWasWritten() {
        var dead = running(AGENT, ADA);
        ledger.append(dead.gate(), entry(call("c1")));
        var hold = takenOverAfterALease(dead);
        assertThat(texts(AGENT)).as("the call is there for the one who goes on").endsWith("call: c1");
        ledger.append(hold.gate(), entry(Item.ToolResult.success(new CallId("c1"), "x")));
        deliver(hold);
        checkLog(AGENT);
    }

    @Test
    void diedAfterTheSuspend() {
        var dead = running(AGENT, ADA);
        suspend(dead, "c1");
        advance(LIMITS.lease().plusSeconds(1));
        assertThat(ledger.owned(TARGET, 10)).as("nobody owns a suspended turn").isEmpty();
        report(dead.gate(), "c1");
        deliver(resume(AGENT, BOB));
        checkLog(AGENT);
    }

    @Test
    void diedBetweenReportAndResume() {
        var dead = running(AGENT, ADA);
        suspend(dead, "c1");
        report(dead.gate(), "c1");
        advance(Duration.ofMinutes(5));
        assertThat(ledger.sweep(TARGET).timedOut())
                .as("an answered call does not time out")
                .isZero();
        deliver(resume(AGENT, BOB));
        assertThat(texts(AGENT)).contains("result: c1 SUCCESS");
    }

    @Test
    void diedBetweenResumeAndTheNextStep() {
        var first = running(AGENT, ADA);
        suspend(first, "c1");
        report(first.gate(), "c1");
        var dead = resume(AGENT, ADA);
        deliver(takenOverAfterALease(dead));
        checkLog(AGENT);
    }

    @Test
    void diedAfterTheDeliver() {
        enqueue(AGENT, "a");
        enqueue(AGENT, "b");
        deliver(begin(ADA));
        assertThat(state(AGENT))
                .as("the next one was dispatched with the end of the first")
                .isInstanceOf(Dispatched.class);
        deliver(begin(BOB));
        assertThat(delivered(AGENT)).hasSize(2);
    }

    @Test
    void aWorkerOnTheSameMachineNeedNotWaitForTheLease() {
        var dead = running(AGENT, ADA);
        assertThat(ledger.takeOver(dead.gate(), BOB, Departure.EXPIRED)).isEqualTo(new Takeover.NotTaken());
        assertThat(ledger.takeOver(dead.gate(), BOB, Departure.DEAD)).isInstanceOf(Takeover.Taken.class);
    }

    @Test
    void aTurnThatKillsItsWorkersIsGivenUpAndProgressForgives() {
        var gate = running(AGENT, ADA).gate();
        for (var round = 0; round < 2; round++) {
            for (var i = 0; i < LIMITS.takeovers(); i++) {
                gate = ((Takeover.Taken) ledger.takeOver(gate, new WorkerId("w" + round + i), Departure.DEAD))
                        .hold()
                        .gate();
            }
            if (round == 0) ledger.append(gate, say("progress"));
        }
        assertThat(ledger.takeOver(gate, BOB, Departure.DEAD)).isInstanceOf(Takeover.GivenUp.class);
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
    }

    // Outcomes nobody saw.

    @Test
    void aClaimAskedForAgainWithItsTokenIsTheSameClaim() {
        enqueue(AGENT, "a");
        var first = ledger.claim(ADA, TARGET, 10, "token");
        assertThat(ledger.claim(ADA, TARGET, 10, "token")).isEqualTo(first);
    }

    @Test
    void aBeginAskedForAgainHoldsTheSameTurn() {
        enqueue(AGENT, "a");
        var claim = claim(ADA).getFirst();
        var hold = ledger.begin(claim, ADA);
        var events = events(AGENT);
        assertThat(ledger.begin(claim, ADA)).isEqualTo(hold);
        assertThat(events(AGENT)).isEqualTo(events);
        assertThatThrownBy(() -> ledger.begin(claim, BOB)).isInstanceOf(LostGate.class);
    }

    @Test
    void anAppendAskedForAgainWritesNothing() {
        var hold = running(AGENT, ADA);
        var entry = say("once");
        ledger.append(hold.gate(), entry);
        ledger.append(hold.gate(), entry);
        assertThat(texts(AGENT).stream().filter("agent: once"::equals)).hasSize(1);
    }

    @Test
    void aSuspendAskedForAgainWritesNothing() {
        var hold = running(AGENT, ADA);
        var entry = entry(call("c1"));
        var needs = List.of(need("c1", Duration.ofMinutes(1)));
        ledger.suspend(hold.gate(), entry, needs, List.of());
        var events = events(AGENT);
        ledger.suspend(hold.gate(), entry, needs, List.of());
        assertThat(events(AGENT)).isEqualTo(events);
    }

    @Test
    void aResumeNobodySawIsFoundAgainByTheHeartbeat() {
        var hold = running(AGENT, ADA);
        suspend(hold, "c1");
        report(hold.gate(), "c1");
        var lost = resume(AGENT, ADA);
        assertThat(ledger.heartbeat(ADA)).containsExactly(lost.gate());
        var found = ledger.takeOver(lost.gate(), ADA, Departure.FORGOTTEN);
        assertThat(found).isInstanceOf(Takeover.Taken.class);
        assertThat(ledger.takeOver(lost.gate(), ADA, Departure.FORGOTTEN))
                .as("asked again")
                .isEqualTo(found);
        assertThat(ledger.takeOver(lost.gate(), BOB, Departure.FORGOTTEN)).isEqualTo(new Takeover.NotTaken());
    }

    @Test
    void aDeliverAskedForAgainAnswersTheSame() {
        var hold = running(AGENT, ADA);
        var card = ids.card();
        var end = Item.Deliverable.success("done");
        var delivered = ledger.deliver(hold.gate(), Entry.empty(ids.step()), card, end);
        assertThat(ledger.deliver(hold.gate(), Entry.empty(ids.step()), card, end))
                .isEqualTo(delivered)
                .isEqualTo(new Delivery.Delivered(card));
        assertThatThrownBy(() -> deliver(hold)).isInstanceOf(LostGate.class);
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void aStopAskedForAgainAnswersTheSameWhileTheNextTurnGoesOn() {
        var hold = running(AGENT, ADA);
        enqueue(AGENT, "next");
        var stopped = ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        var next = begin(ADA);
        assertThat(ledger.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough"))
                .isEqualTo(stopped);
        assertThat(state(AGENT)).isInstanceOf(Running.class);
        deliver(next);
    }

    /// A turn belongs to the pool that its request names; a pool that was not named sees nothing of
    /// it, and one that looks for any sees it.
    @Test
    void i32ATurnIsServedByThePoolOfItsRequest() {
        deliver(running(AGENT, ADA));
        var elsewhere = new WorkerTarget("elsewhere");
        var request = request(AGENT, "next", "do next");
        ledger.enqueue(new TurnRequest(
                request.letter(), AGENT, elsewhere, request.kind(), request.context(), request.lineage()));
        assertThat(ledger.head(AGENT).orElseThrow().target()).isEqualTo(elsewhere);
        assertThat(ledger.claim(BOB, TARGET, 10, "t1")).isEmpty();
        advance(Duration.ofMinutes(1));
        assertThat(ledger.unclaimed(TARGET, Duration.ofSeconds(5), 10)).isEmpty();
        assertThat(ledger.unclaimed(WorkerTarget.ANY, Duration.ofSeconds(5), 10))
                .containsExactly(AGENT);
        var claim = ledger.claim(BOB, elsewhere, 10, "t2").getFirst();
        ledger.begin(claim, BOB);
        assertThat(ledger.owned(TARGET, 10)).isEmpty();
        assertThat(ledger.owned(WorkerTarget.ANY, 10)).hasSize(1);
        // Asking for more while it runs leaves it where it is.
        ledger.steer(request(AGENT, "more", "and more"));
        assertThat(ledger.head(AGENT).orElseThrow().target()).isEqualTo(elsewhere);
    }

    @Test
    void i32AnAssignedTurnStaysAssignedThoughItsOwnerWrites() {
        var hold = running(AGENT, ADA);
        ledger.append(hold.gate(), Entry.empty(ids.step()));
        var elsewhere = new WorkerTarget("elsewhere");
        assertThat(ledger.assign(AGENT, elsewhere)).isTrue();
        assertThat(ledger.assign(AGENT, elsewhere)).as("once").isFalse();
        ledger.append(hold.gate(), Entry.empty(ids.step()));
        assertThat(ledger.head(AGENT).orElseThrow().target()).isEqualTo(elsewhere);
        deliver(hold);
        assertThat(ledger.assign(AGENT, TARGET)).as("no turn to give").isFalse();
    }
}
