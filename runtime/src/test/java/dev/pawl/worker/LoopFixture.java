package dev.pawl.worker;

import static dev.pawl.testkit.Eventually.eventually;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.Model;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Item.Decision.Choice;
import dev.pawl.card.Part;
import dev.pawl.doorbell.LocalDoorbell;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.Epoch;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.Liveness;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Hold;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.receipt.ReportReceipt;
import dev.pawl.kernel.receipt.Resumption;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.testkit.SettableClock;
import dev.pawl.thread.Setup;
import dev.pawl.worker.turn.Agent;
import dev.pawl.worker.turn.AgentSteps;
import dev.pawl.worker.turn.Spending;
import dev.pawl.worker.turn.Steps;
import dev.pawl.worker.turn.TurnRun;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/// A ledger in memory, a model with answers, and tools that count: what a loop needs to be looked
/// at.
final class LoopFixture {
    static final AgentId AGENT = new AgentId("agent");
    static final WorkerTarget TARGET = new WorkerTarget("generic");
    static final WorkerId ADA = new WorkerId("ada");
    static final WorkerId BOB = new WorkerId("bob");

    final CountingIds ids = new CountingIds("id-");
    final SettableClock clock = new SettableClock();
    final HeldStore store = new HeldStore(new MemoryTransactions(clock, new RecordingDoorbell()));
    final DurableLedger ledger = new DurableLedger(store, Limits.DEFAULT, ids);
    final AnswersModel model = new AnswersModel();
    Model asked = model;
    final List<Tool> tools;
    final List<Live> lives = new CopyOnWriteArrayList<>();
    Spending spending = Spending.NONE;
    long compactAt;
    String approval = "never";
    Function<Item.ToolCall, ApprovalDecision> clearances = _ -> new ApprovalDecision.Go(RunMode.CONFINED);

    LoopFixture(Tool... tools) {
        this.tools = List.of(tools);
    }

    TurnId ask(String text) {
        return ask(Item.UserMessage.of(text));
    }

    TurnId ask(Item... items) {
        var request =
                new TurnRequest(ids.letter(), AGENT, TARGET, LetterKind.TURN, List.of(items), Lineage.root("user"));
        return ((Receipt.Accepted) ledger.enqueue(request)).turn();
    }

    void steer(String text) {
        ledger.steer(new TurnRequest(
                ids.letter(),
                AGENT,
                TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of(text)),
                Lineage.root("user")));
    }

    void stop(TurnId turn) {
        ledger.stop(new LetterId(ids.fresh()), AGENT, turn, "enough");
    }

    Hold begin(WorkerId worker) {
        return ledger.begin(ledger.claim(worker, AGENT, ids.fresh()).getFirst(), worker);
    }

    TurnRun run(Hold hold) {
        return new TurnRun(ledger, hold, new AgentSteps(ledger, _ -> agent()), ids, () -> {}, () -> false);
    }

    /// What a short-lived command runs turns with.
    Foreground foreground(Steps.Maker maker, Duration lease) {
        var recovery = Recovery.USUAL;
        var identity = new Worker.Identity(ADA, List.of(TARGET), 4, lease, _ -> Liveness.UNKNOWN, recovery);
        var worker = new Worker(ledger, maker, identity, ids, Thread.ofVirtual().factory());
        return new Foreground(
                worker, new Foreground.Family(ledger, TARGET, _ -> List.of()), new LocalDoorbell(), lease);
    }

    Agent agent() {
        var setup = new Setup(
                "/",
                "test",
                "model",
                new Setup.Style("", "", ""),
                "danger-full-access",
                approval,
                List.of(),
                1_000,
                compactAt);
        return new Agent(
                asked,
                new TestTools(),
                setup,
                "be brief",
                new Backoff(3, Duration.ofMillis(1)),
                new Agent.Services(
                        Thread.ofVirtual().factory(), (_, _, live) -> lives.add(live), Duration.ofMinutes(10)),
                spending);
    }

    /// While the first call runs, the store answers nobody any more: the card of the second one
    /// waits for it.
    void loseTheStoreBetween(CountingTool first, String second) {
        clearances = call -> {
            if (call.call().value().equals(second)) {
                eventually("the first call runs", () -> first.entered().getCount() == 0);
                store.holdAfter(0);
            }
            return new ApprovalDecision.Go(RunMode.CONFINED);
        };
    }

    void decide(String call, Choice choice, String seal) {
        report(new Item.Decision(new CallId(call), choice, seal, ""));
    }

    void report(Item.Reported answer) {
        var wait = ledger.waits(AGENT).stream()
                .filter(open -> open.call().equals(answer.call()))
                .findFirst()
                .orElseThrow();
        var receipt = ledger.report(new Answered(ids.letter(), AGENT, wait.turn(), wait.epoch(), Wait.PERSON, answer));
        if (!(receipt instanceof ReportReceipt.Stored)) throw new AssertionError(receipt);
    }

    Hold resume(WorkerId worker) {
        return ((Resumption.Resumed) ledger.resume(AGENT, worker)).hold();
    }

    private final class TestTools implements Agent.Tools {
        @Override
        public ApprovalDecision clear(Item.ToolCall call) {
            return clearances.apply(call);
        }

        @Override
        public List<ToolSpec> specs() {
            return tools.stream().map(Tool::spec).toList();
        }

        @Override
        public Optional<Tool> find(String name) {
            return tools.stream()
                    .filter(tool -> tool.spec().name().equals(name))
                    .findFirst();
        }

        @Override
        public String unknown(Item.ToolCall call) {
            return "unsupported call: " + call.tool();
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {}

        @Override
        public Item.Deliverable deliverable(Item.ToolResult result) {
            return Item.Deliverable.success(result.output());
        }

        @Override
        public String diff(List<Item.ToolResult> results) {
            return "";
        }
    }

    List<LoggedEvent> events() {
        return ledger.events(AGENT, 0, 1_000);
    }

    <E extends Event> List<E> told(Class<E> type) {
        return events().stream()
                .map(LoggedEvent::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }

    List<String> history() {
        return ledger.history(new Gate(AGENT, new TurnId("any"), Epoch.NONE), 0).stream()
                .map(Card::item)
                .map(LoopFixture::shown)
                .toList();
    }

    static String shown(Item item) {
        return switch (item) {
            case Item.UserMessage(var parts) -> "user " + ((Part.Text) parts.getFirst()).text();
            case Item.AgentMessage message -> "agent " + message.text();
            case Item.ToolCall call -> "call " + call.call();
            case Item.ToolResult result -> "result " + result.call() + " " + result.answer();
            case Item.Deliverable end -> "end " + end.outcome() + (end.error().isEmpty() ? "" : " " + end.error());
            case Item.Summary(var text) -> "summary " + text;
            case Item.Decision decision -> "decision " + decision.call() + " " + decision.choice();
            case Item.Begun(var call, var replay) -> "begun " + call + " " + replay;
            case Item.Briefing _, Item.Reasoning _, Item.ResultFields _, Item.Compact _, Item.Opaque _ -> item.type();
        };
    }
}
