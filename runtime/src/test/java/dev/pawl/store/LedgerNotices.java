package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Hold;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Agents that call agents and go on meanwhile: the deliverable comes as a notice, once, whatever
/// the caller does by then.
abstract class LedgerNotices extends LedgerSetup {
    private static final AgentId CHILD = new AgentId("child");

    private Lineage spawned(Hold parent, String manner) {
        var gate = parent.gate();
        return Lineage.spawnedBy(new Lineage.Caller.Spawner(gate.agent(), gate.turn(), new CallId("spawn"), manner), 0);
    }

    private Hold runningChild(Hold parent, String manner) {
        ledger.enqueue(request(CHILD, "child-letter", spawned(parent, manner), Item.UserMessage.of("work")));
        return ledger.begin(claim(BOB).getFirst(), BOB);
    }

    private void waitForAgents(Hold parent, String need, String answerer) {
        ledger.suspend(
                parent.gate(),
                entry(call("w")),
                List.of(new Wait.Need(
                        new CallId(need), "wait_agent", Wait.Reason.AGENT, "", answerer, Duration.ofMinutes(5))),
                List.of());
    }

    private static final Letter.NoticeText TOLD =
            notice -> Optional.of(Item.UserMessage.of("notice of " + notice.from() + " " + notice.manner()));

    @Test
    void aNoticeEndsTheWaitForAgentsAndIsReadOnce() {
        var parent = running(AGENT, ADA);
        var child = runningChild(parent, "v1");
        waitForAgents(parent, "w~1", Wait.AGENTS);
        assertThat(ledger.resumable(TARGET, 10)).isEmpty();
        deliver(child);
        assertThat(ledger.resumable(TARGET, 10)).containsExactly(AGENT);
        var resumed = resume(AGENT, ADA);
        assertThat(texts(AGENT)).endsWith("result: w~1 SUCCESS");
        assertThat(ledger.takeSteers(resumed.gate(), TOLD)).isTrue();
        assertThat(ledger.takeSteers(resumed.gate(), TOLD)).isFalse();
        assertThat(texts(AGENT))
                .filteredOn(text -> text.contains("notice of child v1"))
                .hasSize(1);
    }

    @Test
    void aNoticeThatCameBeforeTheWaitEndsItToo() {
        var parent = running(AGENT, ADA);
        deliver(runningChild(parent, "v1"));
        waitForAgents(parent, "w~1", Wait.AGENTS);
        assertThat(ledger.resumable(TARGET, 10)).containsExactly(AGENT);
        var resumed = resume(AGENT, ADA);
        ledger.suspend(
                resumed.gate(),
                Entry.empty(ids.step()),
                List.of(new Wait.Need(
                        new CallId("w~2"), "wait_agent", Wait.Reason.AGENT, "", Wait.AGENTS, Duration.ofMinutes(5))),
                List.of());
        assertThat(ledger.resumable(TARGET, 10)).as("it has ended one wait").isEmpty();
    }

    @Test
    void aNoticeStartsNoTurnAndWaitsForTheNextOne() {
        var parent = running(AGENT, ADA);
        var child = runningChild(parent, "v1");
        deliver(parent);
        deliver(child);
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
        assertThat(ledger.sweep(TARGET).rung()).as("nobody is rung for it").isZero();
        var next = running(AGENT, ADA);
        assertThat(ledger.read(next.gate(), 0).steersWait()).isTrue();
        assertThat(ledger.takeSteers(next.gate(), TOLD)).isTrue();
        assertThat(texts(AGENT))
                .filteredOn(text -> text.contains("notice of child"))
                .hasSize(1);
    }

    @Test
    void aNoticeKeepsNoTurnOpen() {
        var parent = running(AGENT, ADA);
        deliver(runningChild(parent, "v1"));
        deliver(parent);
        assertThat(state(AGENT)).isInstanceOf(Idle.class);
    }

    @Test
    void theNoticeOfAStoppedAgentIsGivenUnlessItWorksOn() {
        var parent = running(AGENT, ADA);
        var child = runningChild(parent, "v1");
        ledger.enqueue(request(CHILD, "more", spawned(parent, "v1"), Item.UserMessage.of("instead")));
        ledger.stop(new LetterId("stop"), CHILD, child.gate().turn(), "instead");
        assertThat(ledger.read(parent.gate(), 0).steersWait())
                .as("it goes on with the next")
                .isFalse();
        ledger.stop(new LetterId("stop-2"), CHILD, gate(CHILD).turn(), "enough");
        assertThat(ledger.read(parent.gate(), 0).steersWait()).isTrue();
    }

    @Test
    void steeringEndsAWaitThatListensForIt() {
        var parent = running(AGENT, ADA);
        waitForAgents(parent, "w~1", Wait.AGENTS_OR_INPUT);
        ledger.steer(request(AGENT, "hurry", "hurry"));
        assertThat(ledger.resumable(TARGET, 10)).containsExactly(AGENT);
        resume(AGENT, ADA);
        assertThat(texts(AGENT)).endsWith("result: w~1 SUCCESS");
    }

    @Test
    void steeringDoesNotEndAWaitForAgentsAlone() {
        var parent = running(AGENT, ADA);
        waitForAgents(parent, "w~1", Wait.AGENTS);
        ledger.steer(request(AGENT, "hurry", "hurry"));
        assertThat(ledger.resumable(TARGET, 10)).isEmpty();
    }

    @Test
    void steeringThatCameTooLateForASpawnedTurnIsStillItsCallersBusiness() {
        var parent = running(AGENT, ADA);
        var child = runningChild(parent, "v1");
        ledger.steer(request(CHILD, "more", spawned(parent, "v1"), Item.UserMessage.of("more")));
        ledger.deliver(child.gate(), Entry.empty(ids.step()), ids.card(), Item.Deliverable.failed("broken"));
        var next = gate(CHILD).turn();
        assertThat(ledger.turn(next).orElseThrow().lineage().caller()).isInstanceOf(Lineage.Caller.Spawner.class);
    }
}
