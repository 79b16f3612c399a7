package dev.pawl.campaign.kill;

import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.card.Replay;
import dev.pawl.event.Event;
import dev.pawl.event.LoggedEvent;
import dev.pawl.id.AgentId;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import dev.pawl.id.TurnId;
import dev.pawl.kernel.HeadState.Idle;
import dev.pawl.kernel.Ledger;
import dev.pawl.kernel.Turn;
import dev.pawl.kernel.rows.Transactions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Goes through the rows and the effect file once everything is calm. Numbers in messages are
/// those of the invariants in l0.md §10.
final class Audit {
    private static final int PAGE = 1_000;

    private final Transactions store;
    private final Ledger ledger;
    private final Findings findings;
    private final Map<CallId, Integer> effects;
    private final Set<CallId> effectCalls = new HashSet<>();
    private int turns;
    private int lost;
    private int stuck;
    private int duplicated;
    private int doubleEffects;
    private int unknown;
    private int unknownThatRan;
    private int failed;

    /// What the rows say. `unknownThatRan` of the `unknown` outcomes had had their effect.
    record Result(
            int turns,
            int lost,
            int stuck,
            int duplicated,
            int doubleEffects,
            int effects,
            int unknown,
            int unknownThatRan,
            int failed) {}

    Audit(Transactions store, Ledger ledger, Findings findings, Map<CallId, Integer> effects) {
        this.store = store;
        this.ledger = ledger;
        this.findings = findings;
        this.effects = effects;
    }

    Result run(List<AgentId> agents, Map<TurnId, AgentId> promised) {
        var seen = new HashSet<TurnId>();
        for (var agent : agents) {
            if (ledger.head(agent).isPresent()) seen.addAll(agent(agent));
        }
        for (var turn : promised.keySet()) {
            if (seen.contains(turn)) continue;
            lost++;
            findings.add("lost: " + turn);
        }
        turns = seen.size();
        effects.forEach((call, times) -> {
            if (times > 1) {
                doubleEffects++;
                findings.add("an effect happened " + times + " times: " + call);
            }
            findings.check(effectCalls.contains(call), "an effect without its call: " + call);
        });
        return new Result(
                turns, lost, stuck, duplicated, doubleEffects, effects.size(), unknown, unknownThatRan, failed);
    }

    /// Checks one agent; answers the turns of its log.
    private Set<TurnId> agent(AgentId agent) {
        var head = ledger.head(agent).orElseThrow();
        findings.check(head.state() instanceof Idle, "I8: not idle: " + head);
        findings.check(ledger.waits(agent).isEmpty(), "I12: waits are left: " + agent);
        var letters = store.read(rows -> rows.inbox().open(agent));
        findings.check(letters == 0, "I8: " + letters + " open letters of " + agent);
        var log = log(agent);
        var box = store.read(rows -> rows.cards().in(head.output(), 0));
        checkRecorded(agent, log, box);
        checkCalls(box);
        return checkTurns(log, box);
    }

    private List<LoggedEvent> log(AgentId agent) {
        var log = new ArrayList<LoggedEvent>();
        while (true) {
            var from = log.isEmpty() ? 0 : log.getLast().seq();
            var page = ledger.events(agent, from, PAGE);
            log.addAll(page);
            if (page.size() < PAGE) return log;
        }
    }

    /// Each card of the box is told of once, in the box's order.
    private void checkRecorded(AgentId agent, List<LoggedEvent> log, List<Card> box) {
        var told = new ArrayList<CardId>();
        for (var event : log) if (event.event() instanceof Event.ItemRecorded(var card, var _, var _)) told.add(card);
        findings.check(told.equals(box.stream().map(Card::id).toList()), "the log and the box differ: " + agent);
        var epoch = 0L;
        for (var card : box) {
            var written = card.origin().epoch().value();
            if (written == 0) continue; // what a request brought along
            findings.check(written >= epoch, "I3: a card of an older epoch: " + card);
            epoch = written;
        }
    }

    private void checkCalls(List<Card> box) {
        var calls = new HashMap<CallId, Item.ToolCall>();
        var results = new HashMap<CallId, Item.ToolResult>();
        for (var card : box) {
            if (card.item() instanceof Item.ToolCall call) {
                findings.check(calls.put(call.call(), call) == null, "a call twice: " + call);
            }
            if (card.item() instanceof Item.ToolResult result) {
                findings.check(calls.containsKey(result.call()), "a result without its call: " + result);
                findings.check(results.put(result.call(), result) == null, "I13: two results: " + result);
            }
        }
        calls.forEach((id, call) -> {
            var result = results.get(id);
            if (result == null) findings.add("a call without its result: " + call);
            else if (call.tool().equals(KillSteps.WORK)) checkEffect(call, result);
        });
    }

    private void checkEffect(Item.ToolCall call, Item.ToolResult result) {
        var times = effects.getOrDefault(call.call(), 0);
        if (call.replay() == Replay.EFFECT) effectCalls.add(call.call());
        if (result.answer() == CallOutcome.UNKNOWN) {
            findings.check(call.replay() == Replay.EFFECT, "unknown, but may be run again: " + call);
            unknown++;
            if (times > 0) unknownThatRan++;
        }
        if (result.answer() == CallOutcome.SUCCESS && call.replay() == Replay.EFFECT) {
            findings.check(times == 1, "a result without its effect: " + result);
        }
    }

    private Set<TurnId> checkTurns(List<LoggedEvent> log, List<Card> box) {
        var ends = new HashMap<TurnId, Integer>();
        for (var event : log) {
            ends.merge(event.turn(), event.event() instanceof Event.TurnDelivered ? 1 : 0, Integer::sum);
        }
        var deliverables = new HashMap<TurnId, Integer>();
        for (var card : box) {
            if (card.item() instanceof Item.Deliverable)
                deliverables.merge(card.origin().turn(), 1, Integer::sum);
        }
        ends.forEach((turn, times) -> checkTurn(turn, times, deliverables.getOrDefault(turn, 0)));
        return ends.keySet();
    }

    private void checkTurn(TurnId id, int ends, int deliverables) {
        var turn = ledger.turn(id);
        if (turn.isEmpty()) {
            lost++;
            findings.add("lost: the log tells of a turn that is not there: " + id);
        } else if (ends > 1 || deliverables > 1) {
            duplicated++;
            findings.add("I5, I6: " + ends + " ends and " + deliverables + " deliverables of " + id);
        } else if (ends == 0 || deliverables == 0 || !(turn.get().ending() instanceof Turn.Ending.Delivered end)) {
            stuck++;
            findings.add("I8: without an end: " + turn.get());
        } else if (end.outcome() == Outcome.FAILED) failed++;
    }
}
