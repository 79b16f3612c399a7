package dev.pawl.agent;

import dev.pawl.card.Card;
import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.card.Usage;
import dev.pawl.id.TurnId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// When a history is too long, and what is left of it: the briefings and the person's own words,
/// the newest first as far as they fit, the plan, and the model's summary of the rest.
public final class Compaction {
    private static final long WORDS_KEPT = 20_000;
    private static final String PLAN = "<plan>\n";
    private static final String PLAN_END = "</plan>";

    private Compaction() {}

    /// Whether the history has reached the limit: the last answer's tokens, and what came after it.
    public static boolean isDue(Usage last, List<Item> since, long limit) {
        return limit > 0 && last.total() + Tokens.of(since) >= limit;
    }

    /// Whether the turn is there for nothing else. Words that came after the request are answered.
    public static boolean isAskedFor(List<Card> history, TurnId turn) {
        for (var card : history.reversed()) {
            if (!card.origin().turn().equals(turn) || card.item() instanceof Item.UserMessage) return false;
            if (card.item() instanceof Item.Compact) return true;
        }
        return false;
    }

    public static List<Item> shorten(List<Item> history, String summary) {
        var kept = new ArrayList<Item>();
        var left = WORDS_KEPT;
        for (var item : history.reversed()) {
            if (!(item instanceof Item.UserMessage message) || left <= 0) continue;
            var size = Tokens.of(List.of(message));
            kept.add(size <= left ? message : cut(message, left));
            left -= size;
        }
        var shorter = new ArrayList<Item>();
        history.stream()
                .filter(item -> item instanceof Item.Briefing briefing
                        && briefing.role() != Item.Briefing.Role.SEPARATOR
                        && !isPlan(item))
                .forEach(shorter::add);
        shorter.addAll(kept.reversed());
        plan(history).ifPresent(shorter::add);
        shorter.add(new Item.Summary(summary));
        return shorter;
    }

    /// The plan as it was last written down, word for word: a summary could lose a step of it.
    private static Optional<Item> plan(List<Item> history) {
        for (var item : history.reversed()) {
            if (item instanceof Item.ToolResult result && result.detail() instanceof Detail.Plan plan) {
                return Optional.of(new Item.Briefing(Item.Briefing.Role.USER, PLAN + text(plan) + PLAN_END));
            }
            if (isPlan(item)) return Optional.of(item);
        }
        return Optional.empty();
    }

    private static boolean isPlan(Item item) {
        return item instanceof Item.Briefing(var _, var text) && text.startsWith(PLAN);
    }

    private static String text(Detail.Plan plan) {
        var lines = new StringBuilder(plan.explanation().isEmpty() ? "" : plan.explanation() + "\n");
        for (var step : plan.steps()) {
            lines.append("- ")
                    .append(step.progress().name().toLowerCase(Locale.ROOT))
                    .append(": ")
                    .append(step.step())
                    .append('\n');
        }
        return lines.toString();
    }

    /// The beginning and the end of words that are too long.
    private static Item.UserMessage cut(Item.UserMessage message, long tokens) {
        var text = new StringBuilder();
        for (var part : message.parts()) {
            if (part instanceof Part.Text(var words)) text.append(words);
        }
        var half = (int) Math.min(tokens * 2, text.length() / 2);
        return Item.UserMessage.of(text.substring(0, half) + "…" + text.substring(text.length() - half));
    }
}
