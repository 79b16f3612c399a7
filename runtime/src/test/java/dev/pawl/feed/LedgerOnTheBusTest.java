package dev.pawl.feed;

import static dev.pawl.testkit.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.doorbell.BusRelay;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.doorbell.Subjects;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.LetterId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.RemoteCall;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.Servers;
import dev.pawl.testkit.SettableClock;
import dev.pawl.testkit.Stranger;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// One turn with a tool that runs elsewhere, from a real ledger to a watcher and to the bus.
@Tag("nats")
@Timeout(60)
class LedgerOnTheBusTest {
    private static final AgentId AGENT = new AgentId("a1");
    private static final WorkerTarget TARGET = new WorkerTarget("generic");
    private static final WorkerId WORKER = new WorkerId("w1");

    private final String prefix = "ledger-" + System.nanoTime();
    private final CountingIds ids = new CountingIds("id-");
    private final LocalDoorbell doorbell = new LocalDoorbell();
    private final MemoryTransactions store = new MemoryTransactions(new SettableClock(), doorbell);
    private final DurableLedger ledger = new DurableLedger(store, Limits.DEFAULT, ids);

    private void turnWithARemoteCall() {
        var call = new CallId("k1");
        ledger.enqueue(new TurnRequest(
                new LetterId("l1"),
                AGENT,
                TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of("count")),
                Lineage.root("me")));
        var hold = ledger.begin(ledger.claim(WORKER, TARGET, 1, "token").getFirst(), WORKER);
        var card = ids.card();
        var asked = new Item.ToolCall(call, "word_count", Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);
        var need = new Wait.Need(call, "word_count", Wait.Reason.TOOL, "", "tool.word_count", Duration.ofMinutes(1));
        ledger.suspend(
                hold.gate(),
                new Entry(ids.step(), List.of(new Entry.Line(card, "agent", asked))),
                List.of(need),
                List.of(new RemoteCall(hold.gate(), need, card)));
        ledger.report(new Answered(
                ids.letter(),
                AGENT,
                hold.gate().turn(),
                hold.gate().epoch(),
                "tool.word_count",
                Item.ToolResult.success(call, "2")));
        var resumed = (Resumption.Resumed) ledger.resume(AGENT, WORKER);
        ledger.deliver(
                resumed.hold().gate(), Entry.empty(ids.step()), ids.card(), Item.Deliverable.success("two words"));
    }

    private List<String> told(Stranger stranger) {
        return stranger.messages().stream()
                .map(message -> message.getSubject().substring(prefix.length() + 1))
                .toList();
    }

    @Test
    void aTurnIsToldToTheWatcherAndToTheBus() throws Exception {
        var feed = new OutboxFeed(ledger::events, Duration.ofMillis(50));
        try (var stranger = new Stranger(Servers.nats(), prefix + ".>");
                var relay = new BusRelay(store, Servers.nats(), Subjects.under(prefix), Duration.ofMillis(50))) {
            doorbell.listen(feed::wake);
            doorbell.listen(relay::wake);
            relay.start();
            turnWithARemoteCall();
            eventually(
                    "all left",
                    () -> store.events(1).isEmpty() && store.calls(1).isEmpty());
            eventually(
                    "the last of the turn and the call arrived",
                    () -> told(stranger).containsAll(List.of("evt.agent.a1.task", "cmd.tool.word_count.call")));
            var told = told(stranger);
            assertThat(told)
                    .filteredOn(subject -> subject.startsWith("evt.agent.a1.state"))
                    .hasSize(5);
            assertThat(told).filteredOn("evt.agent.a1.task"::equals).hasSize(1);
            assertThat(told).filteredOn("cmd.tool.word_count.call"::equals).hasSize(1);
            assertThat(told).filteredOn("evt.agent.a1.step"::equals).isNotEmpty();
        }
        var events = feed.after(AGENT, 0, 100, Duration.ofSeconds(1));
        assertThat(events).isEqualTo(ledger.events(AGENT, 0, 100));
        assertThat(events).extracting(LoggedEvent::seq).first().isEqualTo(1L);
    }
}
