package dev.pawl.campaign.simulate;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Item;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.HeadState.Suspended;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.rows.Transactions;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// What must hold after every move, and what must hold once everything is calm.
final class Invariants {
    private final Transactions store;
    private final Ledger ledger;
    private final SimulatedWorld world;
    private final Map<AgentId, Progress> seen = new HashMap<>();

    /// How far an agent's log was checked, and what was found on the way.
    private static final class Progress {
        private long seq;
        private long epoch;
        private final Set<TurnId> delivered = new HashSet<>();
        private final Set<TurnId> turns = new LinkedHashSet<>();
        private final Map<CallId, Item.ToolCall> calls = new HashMap<>();
        private final Map<CallId, Item.ToolResult> results = new HashMap<>();
    }

    Invariants(Transactions store, Ledger ledger, SimulatedWorld world) {
        this.store = store;
        this.ledger = ledger;
        this.world = world;
    }

    void always(List<AgentId> agents) {
        for (var agent : agents) {
            readOn(agent);
            ledger.head(agent).ifPresent(head -> {
                var waits =
                        ledger.waits(agent).stream().map(wait -> wait.call()).toList();
                if (head.state() instanceof Suspended(var gate, var calls, var _)) {
                    check(calls.equals(Set.copyOf(waits)), "I12: waits of " + gate + " are " + waits);
                } else check(waits.isEmpty(), "I12: " + head.state() + " has waits " + waits);
                if (head.state() instanceof Idle) {
                    var queued = store.read(rows -> rows.inbox().firstQueued(agent));
                    check(queued.isEmpty(), "I8: an idle agent has a queue: " + queued);
                }
                check(head.state().epoch().value() >= progress(agent).epoch, "I2: the epoch went back: " + head);
            });
        }
        world.effects.forEach((call, times) -> check(
                times <= 1 || calls(call).replay() != Replay.EFFECT, "an effect ran " + times + " times: " + call));
    }

    private Item.ToolCall calls(CallId call) {
        for (var progress : seen.values()) {
            var found = progress.calls.get(call);
            if (found != null) return found;
        }
        throw new IllegalStateException("an effect before its card: " + call);
    }

    private Progress progress(AgentId agent) {
        return seen.computeIfAbsent(agent, _ -> new Progress());
    }

    private void readOn(AgentId agent) {
        var progress = progress(agent);
        for (var event : ledger.events(agent, progress.seq, 1_000)) {
            check(event.seq() == progress.seq + 1, "I33: a gap before " + event);
            check(event.epoch().value() >= progress.epoch, "I2: the epoch went back at " + event);
            check(!progress.delivered.contains(event.turn()), "I25: after the end of its turn: " + event);
            progress.seq = event.seq();
            progress.epoch = event.epoch().value();
            progress.turns.add(event.turn());
            if (event.event() instanceof Event.TurnDelivered) progress.delivered.add(event.turn());
            if (event.event() instanceof Event.ItemRecorded(var card, var _, var _)) {
                readCard(progress, ledger.card(card).orElseThrow().item());
            }
        }
    }

    private static void readCard(Progress progress, Item item) {
        if (item instanceof Item.ToolCall call) {
            check(progress.calls.put(call.call(), call) == null, "a call twice: " + call);
        }
        if (item instanceof Item.ToolResult result) {
            check(progress.calls.containsKey(result.call()), "a result without a call: " + result);
            check(progress.results.put(result.call(), result) == null, "I13: two results: " + result);
        }
    }

    boolean allDelivered() {
        return undelivered().isEmpty();
    }

    List<TurnId> undelivered() {
        var turns = new LinkedHashSet<>(world.asked);
        for (var agent : List.copyOf(seen.keySet())) readOn(agent);
        seen.values().forEach(progress -> turns.addAll(progress.turns));
        return turns.stream()
                .filter(turn -> !(ledger.turn(turn).orElseThrow().ending() instanceof Turn.Ending.Delivered))
                .toList();
    }

    /// Checks the calm world; answers how many outcomes were told as unknown.
    int atTheEnd(List<AgentId> agents) {
        always(agents);
        var unknown = 0;
        for (var agent : agents) {
            var head = ledger.head(agent);
            if (head.isEmpty()) continue;
            check(head.get().state() instanceof Idle, "not idle: " + head);
            check(store.read(rows -> rows.inbox().open(agent)) == 0, "I8: open letters of " + agent);
            var progress = progress(agent);
            check(progress.results.keySet().equals(progress.calls.keySet()), "a call without its result: " + agent);
            for (var result : progress.results.values()) {
                unknown += result.answer() == CallOutcome.UNKNOWN ? 1 : 0;
                var here = progress.calls.get(result.call());
                if (result.answer() == CallOutcome.SUCCESS
                        && here != null
                        && here.tool().equals("work")) {
                    check(world.effects.getOrDefault(result.call(), 0) >= 1, "a result without its effect: " + result);
                }
            }
            checkDeliverables(agent, progress);
        }
        return unknown;
    }

    private void checkDeliverables(AgentId agent, Progress progress) {
        var box = store.read(
                rows -> rows.cards().in(ledger.head(agent).orElseThrow().output(), 0));
        for (var turn : progress.turns) {
            var mine = box.stream()
                    .filter(card -> card.origin().turn().equals(turn) && card.item() instanceof Item.Deliverable)
                    .count();
            check(mine == 1, "I6: " + mine + " deliverables of " + turn);
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) throw new IllegalStateException(otherwise);
    }
}
