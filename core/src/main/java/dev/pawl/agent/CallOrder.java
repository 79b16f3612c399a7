package dev.pawl.agent;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Puts the results of one answer's calls behind the whole answer, in the order of the calls. They
/// are written when they are known: in any order, and while the answer still comes in.
final class CallOrder {
    private final List<Card> history;
    private final Map<Asked, Place> places = new HashMap<>();
    /// Where each answer with calls ends: with its last words or its last result.
    private final Map<StepId, Integer> ends = new HashMap<>();

    /// A call's name is its own within a turn.
    private record Asked(TurnId turn, CallId call) {}

    /// Where a call stands, and in which answer.
    private record Place(StepId answer, int index) {}

    private CallOrder(List<Card> history) {
        this.history = history;
    }

    static List<Card> of(List<Card> history) {
        return isThereAlready(history) ? history : new CallOrder(history).cards();
    }

    /// Most histories are in order, and long ones are looked at often.
    private static boolean isThereAlready(List<Card> history) {
        var answer = Optional.<StepId>empty();
        var calls = new ArrayList<CallId>();
        var last = -1;
        for (var card : history) {
            if (Prompts.isSaid(card.item())) {
                var step = Optional.of(card.origin().step());
                if (step.equals(answer)) {
                    if (last >= 0) return false;
                } else {
                    answer = step;
                    calls.clear();
                    last = -1;
                }
                if (card.item() instanceof Item.ToolCall call) calls.add(call.call());
            } else if (card.item() instanceof Item.ToolResult result) {
                var index = calls.indexOf(result.call());
                if (index >= 0 && index < last) return false;
                last = Math.max(last, index);
            }
        }
        return true;
    }

    private void look() {
        for (var i = 0; i < history.size(); i++) {
            var card = history.get(i);
            var step = card.origin().step();
            if (card.item() instanceof Item.ToolCall call) {
                places.put(new Asked(card.origin().turn(), call.call()), new Place(step, i));
                ends.put(step, i);
            } else if (card.item() instanceof Item.ToolResult result) {
                var place = places.get(new Asked(card.origin().turn(), result.call()));
                if (place != null) ends.put(place.answer(), i);
            } else if (Prompts.isSaid(card.item())) ends.replace(step, i);
        }
    }

    private List<Card> cards() {
        look();
        var ordered = new ArrayList<Card>(history.size());
        var waiting = new HashMap<StepId, TreeMap<Integer, Card>>();
        for (var i = 0; i < history.size(); i++) {
            var card = history.get(i);
            var answer = card.origin().step();
            var place = card.item() instanceof Item.ToolResult result
                    ? places.get(new Asked(card.origin().turn(), result.call()))
                    : null;
            if (place != null && place.index() < i) {
                answer = place.answer();
                var other =
                        waiting.computeIfAbsent(answer, _ -> new TreeMap<>()).putIfAbsent(place.index(), card);
                if (other != null) ordered.add(card);
            } else ordered.add(card);
            if (ends.getOrDefault(answer, -1) == i && waiting.containsKey(answer))
                ordered.addAll(waiting.remove(answer).values());
        }
        // An answer's last words may not have come behind its results.
        for (var results : waiting.values()) ordered.addAll(results.values());
        return ordered;
    }
}
