package dev.pawl.worker;

import dev.pawl.agent.Backoff;
import dev.pawl.agent.Model;
import dev.pawl.agent.ModelEvent;
import dev.pawl.agent.Prompt;
import dev.pawl.agent.Tool;
import dev.pawl.agent.ToolSpec;
import dev.pawl.agent.approval.ApprovalDecision;
import dev.pawl.agent.approval.RunMode;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.card.Replay;
import dev.pawl.card.Usage;
import dev.pawl.delegation.AgentQueue;
import dev.pawl.delegation.DelegationTerms;
import dev.pawl.delegation.Family;
import dev.pawl.event.Event;
import dev.pawl.event.Live;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.IdSource;
import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.Letter;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Limits;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.primitive.DurableLedger;
import dev.pawl.kernel.receipt.Receipt;
import dev.pawl.kernel.rows.Transactions;
import dev.pawl.store.memory.MemoryThreads;
import dev.pawl.store.memory.MemoryTransactions;
import dev.pawl.testkit.CountingIds;
import dev.pawl.testkit.RecordingDoorbell;
import dev.pawl.testkit.SettableClock;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Setup;
import dev.pawl.thread.Threads;
import dev.pawl.tool.agents.AgentTools;
import dev.pawl.tool.agents.AgentWords;
import dev.pawl.worker.turn.Agent;
import dev.pawl.worker.turn.AgentSteps;
import dev.pawl.worker.turn.Spending;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/// Several workers over one store, agents that call agents, and a model that answers by what it
/// reads. Workers can be killed: their turns end without another write.
final class AgentWorld implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    static final WorkerTarget TARGET = new WorkerTarget("generic");
    /// These workers renew no lease. A death is known at once, so that no lease needs to run out,
    /// and on a slow machine none may: the turn would be taken from a living worker.
    private static final Duration LEASE = Duration.ofDays(1);

    static final ThreadId ROOT = new ThreadId("00000000-0000-8000-8000-000000000000");

    final IdSource ids = new CountingIds("id-");
    final Transactions store;
    final Threads threads;
    final DurableLedger ledger;
    DelegationTerms terms = DelegationTerms.USUAL;
    Spending spending = Spending.NONE;
    List<Tool> more = List.of();
    InstantSource clock = InstantSource.system();
    Function<Item.ToolCall, ApprovalDecision> clearances = _ -> new ApprovalDecision.Go(RunMode.CONFINED);
    private final Script script;
    private final Map<WorkerId, Worker> alive = new ConcurrentHashMap<>();
    private final Set<WorkerId> dead = ConcurrentHashMap.newKeySet();
    private int born;

    /// What the model says to a prompt.
    interface Script {
        List<Item> answer(Prompt prompt) throws InterruptedException;
    }

    AgentWorld(Transactions store, Threads threads, Script script) {
        this.store = store;
        this.threads = threads;
        this.ledger = new DurableLedger(store, Limits.DEFAULT.withLease(LEASE), ids);
        this.script = script;
        threads.add(thread(ROOT));
        hire();
    }

    /// In memory, with a clock of its own.
    static AgentWorld inMemory(SettableClock clock, Script script) {
        var store = new MemoryTransactions(clock, new RecordingDoorbell());
        var world = new AgentWorld(store, new MemoryThreads(store), script);
        world.clock = clock;
        return world;
    }

    private static ChatThread thread(ThreadId id) {
        var setup = new Setup(
                "/", "test", "model", new Setup.Style("", "", ""), "read-only", "on-request", List.of(), 100_000, 0);
        return new ChatThread(id, "", "test", "", false, setup, Instant.EPOCH, Instant.EPOCH);
    }

    WorkerId hire() {
        var id = new WorkerId("worker-" + ++born);
        var post = new Worker.Identity(id, TARGET, 64, dead::contains);
        var maker = new AgentSteps(ledger, this::agent);
        alive.put(id, new Worker(ledger, maker, post, ids, Thread.ofVirtual().factory()));
        return id;
    }

    /// All workers die, and others come.
    void killAll() {
        var before = List.copyOf(alive.keySet());
        before.forEach(this::kill);
        hire();
    }

    void kill(WorkerId id) {
        var worker = alive.remove(id);
        if (worker == null) return;
        dead.add(id);
        worker.running().endAll();
    }

    Set<WorkerId> workers() {
        return Set.copyOf(alive.keySet());
    }

    Agent agent(Gate gate) {
        var thread = threads.find(new ThreadId(gate.agent().value())).orElseThrow();
        var depth = ledger.turn(gate.turn()).orElseThrow().lineage().depth();
        var family = new Family(
                ledger,
                threads,
                new Family.Caller(gate.turn(), thread, depth),
                terms,
                new Family.Surroundings(clock, _ -> List.of()));
        return new Agent(
                new Scripted(),
                new WorldTools(family),
                thread.setup(),
                "be brief",
                new Backoff(3, Duration.ofMillis(1)),
                new Agent.Services(Thread.ofVirtual().factory(), Live.Sink.NOBODY, Duration.ofMinutes(1)),
                spending);
    }

    private final class WorldTools implements Agent.Tools {
        private final Family family;
        private final List<Tool> tools = new ArrayList<>();

        WorldTools(Family family) {
            this.family = family;
            tools.addAll(AgentTools.of(family, clock));
            tools.addAll(more);
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
        public ApprovalDecision clear(Item.ToolCall call) {
            return clearances.apply(call);
        }

        @Override
        public String unknown(Item.ToolCall call) {
            return "unsupported call: " + call.tool();
        }

        @Override
        public void endLeftovers(Item.ToolCall call) {}

        @Override
        public Optional<Item> notice(Letter.Notice notice) {
            return AgentWords.told(notice);
        }

        @Override
        public boolean hearsNotices() {
            return family.hasCalled();
        }

        @Override
        public void ended(List<Card> history, Item.Deliverable deliverable) {
            family.advance();
        }

        @Override
        public Item.Deliverable deliverable(Item.ToolResult result) {
            return Item.Deliverable.success(result.output());
        }

        @Override
        public String diff(List<Item.ToolResult> results) {
            return "";
        }
    }

    private final class Scripted implements Model {
        @Override
        public ResponseStream ask(Prompt prompt) throws InterruptedException {
            var said = new ArrayDeque<>(script.answer(prompt));
            return new ResponseStream() {
                @Override
                public ModelEvent next() throws InterruptedException {
                    if (Thread.interrupted()) throw new InterruptedException();
                    var item = said.poll();
                    return item == null
                            ? new ModelEvent.Completed(new Usage(10, 0, 0, 1, 0, 11), false)
                            : new ModelEvent.ItemDone("item", item);
                }

                @Override
                public void close() {}
            };
        }

        @Override
        public void close() {}
    }

    TurnId ask(String text) {
        return ask(ROOT, text);
    }

    TurnId ask(ThreadId thread, String text) {
        var request = new TurnRequest(
                ids.letter(),
                new AgentId(thread.value()),
                TARGET,
                LetterKind.TURN,
                List.of(Item.UserMessage.of(text)),
                Lineage.root("user"));
        return ((Receipt.Accepted) ledger.enqueue(request)).turn();
    }

    /// One pass of every worker's duties.
    void pass() {
        for (var worker : alive.values()) {
            while (worker.look()) {}
            worker.recover();
        }
        new AgentQueue(ledger, threads, terms.mostAtOnce()).advanceAll();
    }

    void until(String what, BooleanSupplier condition) {
        var end = System.nanoTime() + PATIENCE.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > end)
                throw new AssertionError("not within " + PATIENCE + ": " + what + "\n" + texts(ROOT));
            pass();
            LockSupport.parkNanos(500_000);
        }
    }

    void untilDelivered(TurnId turn) {
        until("the end of " + turn, () -> deliverable(turn).isPresent());
    }

    Optional<Item.Deliverable> deliverable(TurnId turn) {
        return ledger.turn(turn)
                .filter(found -> found.ending() instanceof dev.pawl.kernel.Turn.Ending.Delivered)
                .map(found -> ((dev.pawl.kernel.Turn.Ending.Delivered) found.ending()).deliverable())
                .flatMap(ledger::card)
                .map(card -> (Item.Deliverable) card.item());
    }

    List<ThreadId> children() {
        return threads.children(ROOT);
    }

    List<LoggedEvent> events(ThreadId thread) {
        return ledger.events(new AgentId(thread.value()), 0, 100_000);
    }

    long ends(ThreadId thread) {
        return events(thread).stream()
                .filter(logged -> logged.event() instanceof Event.TurnDelivered)
                .count();
    }

    /// What a thread's next turn would read, in a line each.
    List<String> texts(ThreadId thread) {
        return ledger.output(new AgentId(thread.value()), 0).stream()
                .map(card -> switch (card.item()) {
                    case Item.UserMessage(var parts) -> "user: " + ((Part.Text) parts.getFirst()).text();
                    case Item.AgentMessage message -> "agent: " + message.text();
                    case Item.Briefing(var _, var text) -> "told: " + text;
                    case Item.ToolCall call -> "call: " + call.tool();
                    case Item.ToolResult result -> "result: " + result.output();
                    case Item.Deliverable end -> "end: " + end.outcome();
                    case Item.Decision _,
                            Item.Begun _,
                            Item.Reasoning _,
                            Item.ResultFields _,
                            Item.Compact _,
                            Item.Summary _,
                            Item.Opaque _ -> card.item().type();
                })
                .toList();
    }

    // What a script is written in.

    static Item.ToolCall call(String id, String tool, String arguments) {
        return new Item.ToolCall(new CallId(id), tool, Item.ToolCall.Form.FUNCTION, arguments, Replay.EFFECT);
    }

    static boolean isRoot(Prompt prompt) {
        return prompt.thread().equals(ROOT);
    }

    /// The first thing that was asked.
    static String task(Prompt prompt) {
        return prompt.input().stream()
                .filter(Item.UserMessage.class::isInstance)
                .map(item -> ((Part.Text) ((Item.UserMessage) item).parts().getFirst()).text())
                .findFirst()
                .orElse("");
    }

    static List<String> results(Prompt prompt) {
        return prompt.input().stream()
                .filter(Item.ToolResult.class::isInstance)
                .map(item -> ((Item.ToolResult) item).output())
                .toList();
    }

    static List<String> told(Prompt prompt) {
        return prompt.input().stream()
                .filter(item -> item instanceof Item.Briefing)
                .map(item -> ((Item.Briefing) item).text())
                .toList();
    }

    @Override
    public void close() {
        workers().forEach(this::kill);
        ledger.close();
    }
}
