package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.pawl.card.Item;
import dev.pawl.event.DamagedRecord;
import dev.pawl.gateway.SalvagedHistory;
import dev.pawl.gateway.StatusReader;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.ThreadId;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Liveness;
import dev.pawl.status.ChatStatus;
import dev.pawl.store.StoreInspection.Damage;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/// What a store of records does when some of them are not what was written.
abstract class DamageContract extends LedgerSetup {
    private static final AgentId OTHER = new AgentId("agent-2");

    /// Changes rows behind the store's back. Tables are named without a schema.
    abstract void spoil(String statement);

    abstract StoreInspection inspection();

    /// A turn of the agent with one call, carried to its end.
    private void turn(AgentId agent, String words) {
        var hold = running(agent, ADA);
        ledger.append(hold.gate(), entry(call("call-" + agent)));
        ledger.append(
                hold.gate(),
                entry(Item.ToolResult.success(new CallId("call-" + agent), words), new Item.AgentMessage(words)));
        ledger.deliver(hold.gate(), Entry.empty(ids.step()), ids.card(), Item.Deliverable.success(words));
    }

    private void twoThreads() {
        turn(AGENT, "FORTYTWO");
        turn(OTHER, "seven");
        assertThat(inspection().all().damage()).isEmpty();
        assertThat(inspection().all().records()).isGreaterThan(10);
    }

    @Test
    void aChangedByteOfACardIsFoundBeforeAModelReadsIt() {
        twoThreads();
        spoil("UPDATE cards SET content = replace(content, 'FORTYTWO', 'GORTYTWO')"
                + " WHERE agent_id = 'agent-1' AND type = 'agent_message'");
        assertThatThrownBy(() -> ledger.output(AGENT, 0))
                .isInstanceOf(DamagedRecord.class)
                .hasMessageContaining("thread agent-1: card ")
                .hasMessageContaining("--salvage");
        assertThat(ledger.output(OTHER, 0)).isNotEmpty();
        assertThat(inspection().all().damage())
                .singleElement()
                .satisfies(damage -> assertThat(damage.thread()).isEqualTo("agent-1"))
                .satisfies(damage -> assertThat(damage.what()).endsWith("is damaged"));
    }

    @Test
    void aCardUnderAnotherTurnsNameIsDamage() {
        twoThreads();
        spoil("UPDATE cards SET author_id = 'user' WHERE agent_id = 'agent-1' AND type = 'agent_message'");
        assertThatThrownBy(() -> ledger.output(AGENT, 0)).isInstanceOf(DamagedRecord.class);
    }

    @Test
    void aCardThatIsNoJsonIsNamed() {
        twoThreads();
        spoil("UPDATE cards SET content = '{\"te', crc = NULL WHERE agent_id = 'agent-1' AND type = 'agent_message'");
        assertThatThrownBy(() -> ledger.output(AGENT, 0))
                .isInstanceOf(DamagedRecord.class)
                .hasMessageContaining("thread agent-1: card ");
    }

    @Test
    void aCardFromBeforeThereWereChecksumsIsRead() {
        twoThreads();
        spoil("UPDATE cards SET crc = NULL");
        assertThat(ledger.output(AGENT, 0)).hasSameSizeAs(ledger.output(OTHER, 0));
        assertThat(inspection().all().damage()).isEmpty();
    }

    @Test
    void aLostResultIsNotLeftOutInSilence() {
        twoThreads();
        spoil("DELETE FROM cards WHERE agent_id = 'agent-1' AND type = 'tool_result'");
        assertThatThrownBy(() -> ledger.output(AGENT, 0)).isInstanceOf(DamagedRecord.class);
        assertThat(inspection().all().damage())
                .singleElement()
                .satisfies(damage -> assertThat(damage.what()).endsWith("is missing"));
        var salvage = inspection().salvage(new ThreadId("agent-1"));
        assertThat(salvage.lost()).isEqualTo(1);
        var repaired = SalvagedHistory.of(salvage.cards());
        assertThat(repaired.stream().map(card -> card.item().type()).toList())
                .containsSubsequence("tool_call", "tool_result", "agent_message");
        assertThat(repaired)
                .anySatisfy(card -> assertThat(card.item())
                        .isInstanceOfSatisfying(
                                Item.ToolResult.class,
                                lost -> assertThat(lost.output()).contains("was lost")));
    }

    @Test
    void aResultWithoutItsCallIsNotSalvaged() {
        twoThreads();
        spoil("DELETE FROM cards WHERE agent_id = 'agent-1' AND type = 'tool_call'");
        var salvage = inspection().salvage(new ThreadId("agent-1"));
        assertThat(SalvagedHistory.of(salvage.cards()))
                .noneSatisfy(card -> assertThat(card.item()).isInstanceOf(Item.ToolResult.class))
                .anySatisfy(card -> assertThat(card.item()).isInstanceOf(Item.AgentMessage.class));
    }

    @Test
    void aGapInTheLogIsDamage() {
        twoThreads();
        spoil("DELETE FROM events WHERE agent_id = 'agent-1' AND seq = 3");
        assertThatThrownBy(() -> ledger.events(AGENT, 0, 100))
                .isInstanceOf(DamagedRecord.class)
                .hasMessageContaining("thread agent-1: event 3");
        assertThat(inspection().all().damage()).containsExactly(new Damage("agent-1", "event 3 is missing"));
    }

    @Test
    void theLastEventsAreMissed() {
        twoThreads();
        var last = ledger.head(AGENT).orElseThrow().tally().events();
        spoil("DELETE FROM events WHERE agent_id = 'agent-1' AND seq > " + (last - 2));
        assertThat(inspection().all().damage())
                .containsExactly(new Damage("agent-1", "events " + (last - 1) + " to " + last + " are missing"));
    }

    @Test
    void aDamagedLogIsAnErrorOfItsThreadAlone() {
        twoThreads();
        spoil("UPDATE events SET body = body || ' ' WHERE agent_id = 'agent-1'");
        var statuses = new StatusReader(ledger, _ -> Liveness.UNKNOWN);
        var now = Instant.now();
        var damaged =
                statuses.standing(new ThreadId("agent-1"), false, now).state().derive(now);
        assertThat(damaged.status()).isEqualTo(ChatStatus.ERROR);
        assertThat(damaged.details().values().getFirst()).startsWith("thread agent-1: event 1 is damaged");
        assertThat(statuses.standing(new ThreadId("agent-2"), false, now)
                        .state()
                        .derive(now)
                        .status())
                .isEqualTo(ChatStatus.IDLE);
    }
}
