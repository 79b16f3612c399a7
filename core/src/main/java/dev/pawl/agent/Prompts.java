package dev.pawl.agent;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.id.CallId;
import dev.pawl.id.StepId;
import dev.pawl.id.TurnId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// From cards to what a model reads. Pure, and stable in front: a longer history gives a longer
/// prompt that begins with the shorter one's, so that a provider's cache stays warm.
public final class Prompts {
    private static final Item ABORTED = new Item.Briefing(Item.Briefing.Role.USER, """
            <turn_aborted>
            The user stopped this turn before it was over. What was running was ended; some of it may have taken \
            effect. Look before you repeat anything.
            </turn_aborted>""");

    /// Stands where an answer broke off, or asked for another step, and nothing came between it and
    /// the next one. A provider whose roles take turns needs words there, and the same each time.
    public static final Item SEPARATOR = new Item.Briefing(Item.Briefing.Role.SEPARATOR, "Go on.");

    private Prompts() {}

    /// The items a model reads, in order: what it said in one answer, then the results of its calls
    /// as it called for them, whenever they came in.
    public static List<Item> input(List<Card> history) {
        var input = new ArrayList<Item>(history.size());
        var answering = Optional.<StepId>empty(); // the step whose answer the input ends with
        var asking = questionTurns(history);
        for (var card : CallOrder.of(history)) {
            var item = card.item();
            if (asking.contains(card.origin().turn())) continue;
            if (isRead(item)) {
                var step = isSaid(item) ? Optional.of(card.origin().step()) : Optional.<StepId>empty();
                if (answering.isPresent() && step.isPresent() && !step.equals(answering)) input.add(SEPARATOR);
                answering = step;
                input.add(item);
            } else if (item instanceof Item.Deliverable end && end.outcome() == Outcome.CANCELED) {
                answering = Optional.empty();
                input.add(ABORTED);
            }
        }
        if (answering.isPresent()) input.add(SEPARATOR);
        return paired(input);
    }

    /// Turns in which the runtime asked a person: no model was part of them.
    private static Set<TurnId> questionTurns(List<Card> history) {
        var turns = new HashSet<TurnId>();
        for (var card : history)
            if (card.author().equals(Card.QUESTION)) turns.add(card.origin().turn());
        return turns;
    }

    /// One result for each call, after it. The loop sees to that; a history that was imported, or
    /// that lost a card, may lack one, and no provider takes such a history.
    private static List<Item> paired(List<Item> input) {
        var answered = new HashSet<CallId>();
        var called = new HashSet<CallId>();
        var whole = true;
        for (var item : input) {
            if (item instanceof Item.ToolCall call) called.add(call.call());
            if (item instanceof Item.ToolResult result) {
                whole &= called.contains(result.call()) && answered.add(result.call());
            }
        }
        if (whole && answered.size() == called.size()) return input;
        var paired = new ArrayList<Item>(input.size());
        var open = new LinkedHashSet<CallId>();
        called.clear();
        for (var item : input) {
            if (item instanceof Item.ToolResult result) {
                if (open.remove(result.call())) paired.add(item);
                continue;
            }
            if (item instanceof Item.ToolCall call && !called.add(call.call())) continue;
            if (!isSaid(item)) abort(open, answered, paired);
            if (item instanceof Item.ToolCall call) open.add(call.call());
            paired.add(item);
        }
        abort(open, Set.of(), paired);
        return paired;
    }

    /// Answers the calls that nobody will.
    private static void abort(Set<CallId> open, Set<CallId> answered, List<Item> input) {
        for (var call : List.copyOf(open)) {
            if (answered.contains(call)) continue;
            input.add(Item.ToolResult.failed(call, "aborted"));
            open.remove(call);
        }
    }

    /// Whether the model said it.
    static boolean isSaid(Item item) {
        return switch (item) {
            case Item.AgentMessage _, Item.Reasoning _, Item.ToolCall _, Item.Opaque _ -> true;
            case Item.UserMessage _,
                    Item.Briefing _,
                    Item.ToolResult _,
                    Item.Summary _,
                    Item.Decision _,
                    Item.Begun _,
                    Item.ResultFields _,
                    Item.Compact _,
                    Item.Deliverable _ -> false;
        };
    }

    private static boolean isRead(Item item) {
        return switch (item) {
            case Item.UserMessage _,
                    Item.Briefing _,
                    Item.AgentMessage _,
                    Item.Reasoning _,
                    Item.ToolCall _,
                    Item.ToolResult _,
                    Item.Summary _,
                    Item.Opaque _ -> true;
            case Item.Decision _, Item.Begun _, Item.ResultFields _, Item.Compact _, Item.Deliverable _ -> false;
        };
    }

    /// The JSON schema the turn's last message must match; empty for none.
    public static String schema(List<Card> history, TurnId turn) {
        for (var card : history.reversed()) {
            if (card.origin().turn().equals(turn) && card.item() instanceof Item.ResultFields(var _, var schema))
                return schema;
        }
        return "";
    }
}
