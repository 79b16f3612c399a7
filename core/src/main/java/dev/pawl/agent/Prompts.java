package dev.pawl.agent;

import dev.pawl.card.Card;
import dev.pawl.card.Item;
import dev.pawl.card.Outcome;
import dev.pawl.id.TurnId;
import java.util.ArrayList;
import java.util.List;

/// From cards to what a model reads. Pure, and stable in front: a longer history gives a longer
/// prompt that begins with the shorter one's, so that a provider's cache stays warm.
public final class Prompts {
    private static final Item ABORTED = new Item.Briefing(Item.Briefing.Role.USER, """
            <turn_aborted>
            The user stopped this turn before it was over. What was running was ended; some of it may have taken \
            effect. Look before you repeat anything.
            </turn_aborted>""");

    private Prompts() {}

    /// The items a model reads, in order.
    public static List<Item> input(List<Card> history) {
        var input = new ArrayList<Item>(history.size());
        for (var card : history) {
            if (isRead(card.item())) input.add(card.item());
            else if (card.item() instanceof Item.Deliverable end && end.outcome() == Outcome.CANCELED)
                input.add(ABORTED);
        }
        return input;
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
