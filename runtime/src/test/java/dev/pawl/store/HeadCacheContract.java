package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Delivery;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.rows.Transactions;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a process remembers of a head is only a guess: another process may have written since. The
/// second ledger here is that other process.
abstract class HeadCacheContract extends LedgerSetup {
    private Ledger other;
    private Hold hold;

    /// The same store again, as another process sees it.
    abstract Transactions openAgain(Doorbell doorbell);

    @BeforeEach
    void aRunningTurnThatIsRemembered() {
        other = new DurableLedger(openAgain(bell), LIMITS, ids);
        hold = running(AGENT, ADA);
        ledger.append(hold.gate(), say("first"));
    }

    @AfterEach
    void closeTheOther() {
        checkLog(AGENT);
        other.close();
    }

    @Test
    void aTurnThatAnotherProcessAssignedStaysAssigned() {
        var elsewhere = new WorkerTarget("elsewhere");
        assertThat(other.assign(AGENT, elsewhere)).isTrue();
        ledger.append(hold.gate(), say("second"));
        assertThat(other.head(AGENT).orElseThrow().target()).isEqualTo(elsewhere);
    }

    @Test
    void steeringOfAnotherProcessIsKeptAndNoticed() {
        var before = ledger.append(hold.gate(), say("second")).letters();
        assertThat(other.steer(request(AGENT, "more", "this too"))).isInstanceOf(Receipt.Steered.class);
        var after = ledger.append(hold.gate(), say("third"));
        assertThat(after.letters()).as("a letter came in").isGreaterThan(before);
        assertThat(ledger.takeSteers(hold.gate(), dev.pawl.kernel.Letter.NoticeText.NONE))
                .isTrue();
        assertThat(texts(AGENT)).endsWith("agent: first", "agent: second", "agent: third", "user: this too");
    }

    @Test
    void aTurnThatAnotherProcessStoppedIsLost() {
        other.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        var written = texts(AGENT);
        assertThatThrownBy(() -> ledger.append(hold.gate(), say("late"))).isInstanceOf(LostGate.class);
        assertThat(texts(AGENT)).isEqualTo(written);
    }

    @Test
    void aTurnThatAnotherWorkerTookOverIsLost() {
        assertThat(other.takeOver(hold.gate(), BOB, Departure.DEAD)).isInstanceOf(Takeover.Taken.class);
        assertThatThrownBy(() -> ledger.append(hold.gate(), say("late"))).isInstanceOf(LostGate.class);
        assertThat(texts(AGENT)).endsWith("agent: first");
    }

    @Test
    void anEndWaitsForTheSteeringOfAnotherProcess() {
        other.steer(request(AGENT, "more", "this too"));
        assertThat(end()).isEqualTo(new Delivery.SteersWait());
        assertThat(ledger.takeSteers(hold.gate(), dev.pawl.kernel.Letter.NoticeText.NONE))
                .isTrue();
        assertThat(end()).isInstanceOf(Delivery.Delivered.class);
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void anEndDispatchesWhatAnotherProcessQueued() {
        assertThat(other.enqueue(request(AGENT, "theirs", "next"))).isEqualTo(accepted(false, "theirs"));
        assertThat(end()).isInstanceOf(Delivery.Delivered.class);
        assertThat(gate(AGENT).turn()).isEqualTo(letter(AGENT, "theirs").turn());
    }

    @Test
    void anEndComesTooLateAfterAnotherProcessStoppedTheTurn() {
        other.stop(new LetterId("stop"), AGENT, hold.gate().turn(), "enough");
        assertThatThrownBy(this::end).isInstanceOf(LostGate.class);
        assertThat(delivered(AGENT)).hasSize(1);
    }

    @Test
    void anEndComesTooLateAfterAnotherWorkerTookOver() {
        other.takeOver(hold.gate(), BOB, Departure.DEAD);
        assertThatThrownBy(this::end).isInstanceOf(LostGate.class);
        assertThat(delivered(AGENT)).isEmpty();
    }

    @Test
    void anEndLetsGoOfALeaseThatWasRenewed() {
        advance(Duration.ofSeconds(3));
        other.heartbeat(ADA);
        assertThat(end()).isInstanceOf(Delivery.Delivered.class);
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
        assertThat(ledger.heartbeat(ADA)).isEmpty();
    }

    @Test
    void anEndAnswersTheCallsThatAreOpen() {
        ledger.append(hold.gate(), new Entry(ids.step(), List.of(new Entry.Line(ids.card(), "agent", call("c1")))));
        assertThat(end()).isInstanceOf(Delivery.Delivered.class);
        assertThat(texts(AGENT)).contains("result: c1 CANCELED");
    }

    @Test
    void theSameEndAgainIsTheSame() {
        var card = ids.card();
        var done = Item.Deliverable.success("done");
        var first = ledger.deliver(hold.gate(), Entry.empty(ids.step()), card, done);
        assertThat(ledger.deliver(hold.gate(), Entry.empty(ids.step()), card, done))
                .isEqualTo(first);
        assertThat(delivered(AGENT)).hasSize(1);
    }

    private Delivery end() {
        return ledger.deliver(hold.gate(), Entry.empty(ids.step()), ids.card(), Item.Deliverable.success("done"));
    }

    @Test
    void aLeaseThatWasRenewedIsNotPutBack() {
        advance(Duration.ofSeconds(3));
        assertThat(other.heartbeat(ADA)).containsExactly(hold.gate());
        var renewed = ((Running) state(AGENT)).lease();
        ledger.append(hold.gate(), say("second"));
        assertThat(((Running) state(AGENT)).lease()).isEqualTo(renewed);
    }

    @Test
    void theSameEntryAgainIsWrittenOnce() {
        var entry = say("once");
        var first = ledger.append(hold.gate(), entry);
        var again = ledger.append(hold.gate(), entry);
        assertThat(again.cards().stream().map(Card::id))
                .isEqualTo(first.cards().stream().map(Card::id).toList());
        assertThat(texts(AGENT)).containsOnlyOnce("agent: once");
    }

    @Test
    void theSameRequestAgainIsTheSame() {
        deliver(hold);
        var turn = enqueue(AGENT, "a");
        deliver(begin(ADA));
        assertThat(ledger.enqueue(request(AGENT, "a", "do a"))).isEqualTo(new Receipt.Duplicate(turn));
        assertThat(ledger.enqueue(request(AGENT, "a", "do b"))).isInstanceOf(Receipt.Conflict.class);
        assertThat(delivered(AGENT)).hasSize(2);
    }

    @Test
    void aRequestOfAnotherProcessStaysInFront() {
        deliver(hold);
        assertThat(other.enqueue(request(AGENT, "theirs", "first"))).isEqualTo(accepted(true, "theirs"));
        assertThat(ledger.enqueue(request(AGENT, "ours", "second"))).isEqualTo(accepted(false, "ours"));
    }

    private Receipt accepted(boolean dispatched, String letter) {
        return new Receipt.Accepted(letter(AGENT, letter).turn(), dispatched);
    }

    @Test
    void aRequestBehindAWaitingTurnIsQueuedInOrder() {
        deliver(hold);
        enqueue(AGENT, "a");
        assertThat(ledger.enqueue(request(AGENT, "b", "do b"))).isEqualTo(accepted(false, "b"));
        assertThat(ledger.enqueue(request(AGENT, "b", "do b"))).isInstanceOf(Receipt.Duplicate.class);
        deliver(begin(ADA));
        assertThat(gate(AGENT).turn()).isEqualTo(letter(AGENT, "b").turn());
    }

    @Test
    void anErasedAgentBeginsAnew() {
        deliver(hold);
        assertThat(other.erase(AGENT)).isTrue();
        enqueue(AGENT, "again");
        assertThat(events(AGENT).stream().map(LoggedEvent::event))
                .hasAtLeastOneElementOfType(Event.TurnDispatched.class)
                .hasSize(2);
    }

    @Test
    void aBatchBeginsWithoutTheTurnThatWasStopped() {
        deliver(hold);
        var stopped = enqueue(AGENT, "a");
        ledger.enqueue(request(new AgentId("agent-2"), "b", Lineage.root("tester"), Item.UserMessage.of("b")));
        var claims = claim(ADA);
        assertThat(claims).hasSize(2);
        other.stop(new LetterId("stop"), AGENT, stopped, "enough");
        assertThat(ledger.begin(claims, ADA))
                .singleElement()
                .satisfies(begun -> assertThat(begun.gate().agent().value()).isEqualTo("agent-2"));
    }
}
