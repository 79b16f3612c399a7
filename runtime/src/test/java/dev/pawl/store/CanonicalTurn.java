package dev.pawl.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.IdSource;
import dev.pawl.id.LetterId;
import dev.pawl.id.TurnId;
import dev.pawl.id.WorkerId;
import dev.pawl.id.WorkerTarget;
import dev.pawl.kernel.Answered;
import dev.pawl.kernel.Departure;
import dev.pawl.kernel.Entry;
import dev.pawl.kernel.Gate;
import dev.pawl.kernel.HeadState.Dispatched;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Running;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.LetterKind;
import dev.pawl.kernel.Lineage;
import dev.pawl.kernel.LostGate;
import dev.pawl.kernel.TurnRequest;
import dev.pawl.kernel.Wait;
import dev.pawl.kernel.receipt.Takeover;
import dev.pawl.kernel.rows.StoreFailure;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/// One turn of a known shape, carried to its end by whoever is asked to: each step looks at what is
/// written down and does the next thing, so that anybody can go on from anywhere.
final class CanonicalTurn {
    enum Shape {
        NO_TOOL(0),
        ONE_TOOL(1),
        SUSPEND(1),
        FORK_OF_THREE(3),
        STOP(0),
        TAKE_OVER(0);

        private final int calls;

        Shape(int calls) {
            this.calls = calls;
        }
    }

    private static final int MOST_STEPS = 60;

    private final Shape shape;
    private final AgentId agent;
    private final WorkerTarget target;
    private final LetterId letter;
    private final IdSource ids;
    private final Set<Gate> held = new HashSet<>();

    CanonicalTurn(Shape shape, String name, IdSource ids) {
        this.shape = shape;
        this.agent = new AgentId("agent-" + name);
        this.target = new WorkerTarget("target-" + name);
        this.letter = new LetterId("letter-" + name);
        this.ids = ids;
    }

    /// Carries the turn on until it is over. The worker knows nothing of who tried before.
    void drive(Ledger ledger, WorkerId worker) {
        held.clear();
        again(() -> ledger.enqueue(new TurnRequest(
                letter, agent, target, LetterKind.TURN, List.of(Item.UserMessage.of("go")), Lineage.root("tester"))));
        for (var step = 0; step < MOST_STEPS; step++) {
            try {
                if (!step(ledger, worker)) return;
            } catch (LostGate lost) {
                held.clear(); // look again
            }
        }
        throw new AssertionError("not over after " + MOST_STEPS + " steps: " + ledger.head(agent));
    }

    /// A caller that got no answer asks again, with the very same words.
    private static <T> T again(Supplier<T> call) {
        for (var tries = 0; ; tries++) {
            try {
                return call.get();
            } catch (StoreFailure failure) {
                if (tries == 3) throw failure;
            }
        }
    }

    private static void again(Runnable call) {
        again(() -> {
            call.run();
            return true;
        });
    }

    /// Whether there is more to do.
    private boolean step(Ledger ledger, WorkerId worker) {
        var state = again(() -> ledger.head(agent)).orElseThrow().state();
        switch (state) {
            case Idle _ -> {}
            case Dispatched _ -> begin(ledger, worker);
            case Running(var gate, var lease) -> {
                if (held.contains(gate)) work(ledger, gate, worker);
                else takeOver(ledger, gate, lease.owner(), worker);
            }
            case Suspended(var gate, var waits, var _) -> answer(ledger, gate, waits, worker);
        }
        return !(state instanceof Idle);
    }

    private void begin(Ledger ledger, WorkerId worker) {
        var token = ids.fresh();
        var claims = again(() -> ledger.claim(worker, target, 10, token));
        if (claims.isEmpty()) again(() -> ledger.sweep(target)); // a dead worker's claim
        for (var claim : claims) {
            again(() -> ledger.begin(claim, worker));
            held.add(claim.gate());
        }
    }

    private void takeOver(Ledger ledger, Gate gate, WorkerId owner, WorkerId worker) {
        var departure = owner.equals(worker) ? Departure.FORGOTTEN : Departure.DEAD;
        if (again(() -> ledger.takeOver(gate, worker, departure)) instanceof Takeover.Taken(var hold)) {
            held.add(hold.gate());
        }
    }

    private void work(Ledger ledger, Gate gate, WorkerId worker) {
        var history = again(() -> ledger.history(gate, 0));
        switch (shape) {
            case NO_TOOL -> deliver(ledger, gate);
            case ONE_TOOL -> oneTool(ledger, gate, history);
            case SUSPEND, FORK_OF_THREE -> {
                if (calls(history).isEmpty()) suspend(ledger, gate);
                else deliver(ledger, gate);
            }
            case STOP -> again(() -> ledger.stop(new LetterId(letter + ".stop"), agent, gate.turn(), "enough"));
            case TAKE_OVER -> {
                if (gate.epoch().value() > 1) deliver(ledger, gate);
                else takeOver(ledger, gate, worker, worker);
            }
        }
    }

    private void oneTool(Ledger ledger, Gate gate, List<Card> history) {
        if (calls(history).isEmpty()) append(ledger, gate, new Item.AgentMessage("let me see"), call(1));
        else if (results(history).isEmpty()) {
            append(ledger, gate, Item.ToolResult.success(call(1).call(), "seen"));
        } else deliver(ledger, gate);
    }

    private void append(Ledger ledger, Gate gate, Item... items) {
        var entry = entry(items);
        again(() -> ledger.append(gate, entry));
    }

    private Entry entry(Item... items) {
        var lines = new ArrayList<Entry.Line>();
        for (var item : items) lines.add(new Entry.Line(ids.card(), "agent", item));
        return new Entry(ids.step(), lines);
    }

    private void suspend(Ledger ledger, Gate gate) {
        var calls = IntStream.rangeClosed(1, shape.calls).mapToObj(this::call).toList();
        var entry = entry(calls.toArray(Item[]::new));
        var needs = calls.stream()
                .map(call ->
                        new Wait.Need(call.call(), "remote", Wait.Reason.TOOL, "", "tool.remote", Duration.ofHours(1)))
                .toList();
        again(() -> ledger.suspend(gate, entry, needs, List.of()));
    }

    private void answer(Ledger ledger, Gate gate, Set<CallId> waits, WorkerId worker) {
        for (var call : waits) {
            var answer = new Answered(
                    new LetterId("answer-" + call),
                    agent,
                    gate.turn(),
                    gate.epoch(),
                    "tool.remote",
                    Item.ToolResult.success(call, "done"));
            again(() -> ledger.report(answer));
        }
        if (again(() -> ledger.resumable(target, 10)).contains(agent)) again(() -> ledger.resume(agent, worker));
    }

    private void deliver(Ledger ledger, Gate gate) {
        var entry = entry(new Item.AgentMessage("done"));
        var card = ids.card();
        again(() -> ledger.deliver(gate, entry, card, Item.Deliverable.success("done")));
    }

    private Item.ToolCall call(int number) {
        var id = new CallId("call-" + agent + "-" + number);
        return new Item.ToolCall(id, "remote", Item.ToolCall.Form.FUNCTION, "{}", Replay.EFFECT);
    }

    private static List<CallId> calls(List<Card> history) {
        return history.stream()
                .filter(card -> card.item() instanceof Item.ToolCall)
                .map(card -> ((Item.ToolCall) card.item()).call())
                .toList();
    }

    private static List<CallId> results(List<Card> history) {
        return history.stream()
                .filter(card -> card.item() instanceof Item.ToolResult)
                .map(card -> ((Item.ToolResult) card.item()).call())
                .toList();
    }

    /// Exactly one deliverable, numbers without gaps, a history a model would accept.
    void check(Ledger ledger) {
        var events = ledger.events(agent, 0, 1000);
        Map<TurnId, Integer> delivered = new HashMap<>();
        for (var i = 0; i < events.size(); i++) {
            assertThat(events.get(i).seq()).isEqualTo(i + 1L);
            if (events.get(i).event() instanceof Event.TurnDelivered)
                delivered.merge(events.get(i).turn(), 1, Integer::sum);
        }
        assertThat(delivered.values()).containsExactly(1);
        var history = ledger.history(
                new Gate(agent, events.getFirst().turn(), events.getFirst().epoch()), 0);
        assertThat(results(history))
                .containsExactlyInAnyOrderElementsOf(calls(history))
                .doesNotHaveDuplicates();
        assertThat(calls(history)).hasSize(shape.calls).doesNotHaveDuplicates();
        assertThat(history.stream().filter(card -> card.item() instanceof Item.Deliverable))
                .hasSize(1);
        assertThat(history.stream().filter(card -> card.item() instanceof Item.UserMessage))
                .hasSize(1);
        assertThat(ledger.head(agent).orElseThrow().state()).isInstanceOf(Idle.class);
        assertThat(ledger.waits(agent)).isEmpty();
    }
}
