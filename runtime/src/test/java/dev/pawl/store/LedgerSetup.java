package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Doorbell;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState;
import dev.pawl.kernel.HeadState.Active;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Claim;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/// A ledger over the store under test, and the words the contract is written in.
abstract class LedgerSetup {
    static final WorkerTarget TARGET = new WorkerTarget("generic");
    static final WorkerId ADA = new WorkerId("ada");
    static final WorkerId BOB = new WorkerId("bob");
    static final AgentId AGENT = new AgentId("agent-1");
    static final Limits LIMITS = Limits.DEFAULT;

    final RecordingDoorbell bell = new RecordingDoorbell();
    final CountingIds ids = new CountingIds("id-");
    private Transactions store;
    Ledger ledger;

    /// An empty store whose time stands still, or nearly so, until [#advance].
    abstract Transactions openStore(Doorbell doorbell);

    abstract void advance(Duration by);

    @BeforeEach
    void open() {
        store = openStore(bell);
        ledger = new DurableLedger(store, LIMITS, ids);
    }

    @AfterEach
    void close() {
        ledger.close();
    }

    Transactions store() {
        return store;
    }

    // Asking.

    TurnRequest request(AgentId agent, String letter, String text) {
        return request(agent, letter, Lineage.root("tester"), Item.UserMessage.of(text));
    }

    TurnRequest request(AgentId agent, String letter, Lineage lineage, Item... items) {
        return new TurnRequest(new LetterId(letter), agent, TARGET, LetterKind.TURN, Arrays.asList(items), lineage);
    }

    TurnId enqueue(AgentId agent, String letter) {
        var receipt = ledger.enqueue(request(agent, letter, "do " + letter));
        assertThat(receipt).isInstanceOf(Receipt.Accepted.class);
        return ((Receipt.Accepted) receipt).turn();
    }

    // Working.

    List<Claim> claim(WorkerId worker) {
        return ledger.claim(worker, TARGET, 100, ids.fresh());
    }

    Hold begin(WorkerId worker) {
        var claims = claim(worker);
        assertThat(claims).hasSize(1);
        return ledger.begin(claims.getFirst(), worker);
    }

    /// A turn of the agent in the worker's hands.
    Hold running(AgentId agent, WorkerId worker) {
        enqueue(agent, "letter-" + ids.fresh());
        return begin(worker);
    }

    Entry say(String text) {
        return entry(new Item.AgentMessage(text));
    }

    Entry entry(Item... items) {
        var lines = Arrays.stream(items)
                .map(item -> new Entry.Line(ids.card(), "agent", item))
                .toList();
        return new Entry(ids.step(), lines);
    }

    Item.ToolCall call(String id) {
        return new Item.ToolCall(new CallId(id), "remote", Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);
    }

    Wait.Need need(String call, Duration patience) {
        return new Wait.Need(new CallId(call), "remote", Wait.Reason.TOOL, "", "tool.remote", patience);
    }

    /// Suspends the held turn on these calls.
    void suspend(Hold hold, String... calls) {
        var items = Arrays.stream(calls).map(this::call).toArray(Item[]::new);
        var needs = Arrays.stream(calls)
                .map(each -> need(each, Duration.ofMinutes(1)))
                .toList();
        ledger.suspend(hold.gate(), entry(items), needs, List.of());
    }

    Answered answer(Gate gate, String call, String output) {
        return answer(gate, Item.ToolResult.success(new CallId(call), output));
    }

    Answered answer(Gate gate, Item.ToolResult result) {
        return new Answered(ids.letter(), gate.agent(), gate.turn(), gate.epoch(), "tool.remote", result);
    }

    Item.ToolResult terminating(String call, CallOutcome answer) {
        return new Item.ToolResult(new CallId(call), answer, AfterExecution.TERMINATE, "the end");
    }

    void report(Gate gate, String call) {
        assertThat(ledger.report(answer(gate, call, "done " + call))).isInstanceOf(ReportReceipt.Stored.class);
    }

    Hold resume(AgentId agent, WorkerId worker) {
        var resumption = ledger.resume(agent, worker);
        assertThat(resumption).isInstanceOf(Resumption.Resumed.class);
        return ((Resumption.Resumed) resumption).hold();
    }

    void deliver(Hold hold) {
        ledger.deliver(hold.gate(), Entry.empty(ids.step()), ids.card(), Item.Deliverable.success("done"));
    }

    // Looking.

    HeadState state(AgentId agent) {
        return ledger.head(agent).orElseThrow().state();
    }

    Gate gate(AgentId agent) {
        return ((Active) state(agent)).gate();
    }

    Epoch epoch(AgentId agent) {
        return state(agent).epoch();
    }

    List<LoggedEvent> events(AgentId agent) {
        return ledger.events(agent, 0, 10_000);
    }

    List<Event.TurnDelivered> delivered(AgentId agent) {
        return events(agent).stream()
                .map(LoggedEvent::event)
                .filter(Event.TurnDelivered.class::isInstance)
                .map(Event.TurnDelivered.class::cast)
                .toList();
    }

    List<Card> history(AgentId agent) {
        return ledger.history(new Gate(agent, new TurnId("any"), Epoch.NONE), 0);
    }

    List<String> texts(AgentId agent) {
        return history(agent).stream()
                .map(card -> switch (card.item()) {
                    case Item.UserMessage(var parts) -> "user: " + ((Part.Text) parts.getFirst()).text();
                    case Item.AgentMessage message -> "agent: " + message.text();
                    case Item.ToolCall call -> "call: " + call.call();
                    case Item.ToolResult result -> "result: " + result.call() + " " + result.answer();
                    case Item.Deliverable end -> "end: " + end.outcome();
                    case Item.Decision _,
                            Item.Begun _,
                            Item.Briefing _,
                            Item.Reasoning _,
                            Item.ResultFields _,
                            Item.Compact _,
                            Item.Summary _,
                            Item.Opaque _ -> card.item().type();
                })
                .toList();
    }

    Letter letter(AgentId agent, String id) {
        return store.read(rows -> rows.inbox().find(agent, new LetterId(id))).orElseThrow();
    }

    List<Letter> pending(AgentId agent) {
        return store.read(rows -> rows.inbox().pending(agent));
    }

    /// What must hold for every agent whenever nothing is under way.
    void checkLog(AgentId agent) {
        var events = events(agent);
        Map<TurnId, Integer> deliveries = new HashMap<>();
        var epoch = 0L;
        for (var i = 0; i < events.size(); i++) {
            assertThat(events.get(i).seq()).as("I33: numbers without gaps").isEqualTo(i + 1);
            assertThat(events.get(i).epoch().value()).as("I2: epochs only grow").isGreaterThanOrEqualTo(epoch);
            epoch = events.get(i).epoch().value();
            if (events.get(i).event() instanceof Event.TurnDelivered) {
                deliveries.merge(events.get(i).turn(), 1, Integer::sum);
            }
        }
        assertThat(deliveries.values()).as("I5: one delivery for each turn").allMatch(count -> count == 1);
    }

    static StepId step(String value) {
        return new StepId(value);
    }
}
