package dev.pawl.gateway;

import dev.pawl.card.AfterExecution;
import dev.pawl.card.CallOutcome;
import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.id.CallId;
import dev.pawl.id.CardId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// A history of which some cards are lost, made valid again: each call has a result, and each
/// result its call. A model's server refuses anything else.
public final class SalvagedHistory {
    private static final String LOST = "The result of this call was lost: its record in the store was damaged.";

    private SalvagedHistory() {}

    public static List<Card> of(List<Card> whole) {
        var answered = new HashSet<CallId>();
        for (var card : whole) if (card.item() instanceof Item.ToolResult result) answered.add(result.call());
        var called = new HashSet<CallId>();
        var history = new ArrayList<Card>(whole.size());
        for (var card : whole) add(card, answered, called, history);
        return history;
    }

    private static void add(Card card, Set<CallId> answered, Set<CallId> called, List<Card> history) {
        switch (card.item()) {
            case Item.ToolCall call -> {
                called.add(call.call());
                history.add(card);
                if (!answered.contains(call.call())) history.add(lost(card, call));
            }
            case Item.ToolResult result -> {
                if (called.contains(result.call())) history.add(card);
            }
            default -> history.add(card);
        }
    }

    private static Card lost(Card card, Item.ToolCall call) {
        var result = new Item.ToolResult(call.call(), CallOutcome.UNKNOWN, AfterExecution.CONTINUE, LOST);
        return new Card(new CardId(card.id() + "-lost"), card.origin(), "tool." + call.tool(), result, card.at());
    }
}
