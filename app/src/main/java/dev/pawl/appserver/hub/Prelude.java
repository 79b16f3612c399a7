package dev.pawl.appserver.hub;

import dev.pawl.card.Item;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;

/// What a thread's agent is told before its next request, kept until there is one: a client's own
/// instructions, items it put into the history, a goal.
public final class Prelude {
    private static final String NOTE = "prelude";

    private Prelude() {}

    public static void developer(Notes notes, ThreadId thread, String words) {
        add(notes, thread, Json.object().with("developer", words));
    }

    /// @param objective of the goal that holds now; empty for none
    public static void goal(Notes notes, ThreadId thread, String objective) {
        notes.changeList(thread, NOTE, entries -> {
            entries.removeIf(entry -> !entry.at("goal").isNull());
            if (!objective.isEmpty()) entries.add(Json.object().with("goal", objective));
            return entries;
        });
    }

    /// What the person did meanwhile.
    public static void user(Notes notes, ThreadId thread, String words) {
        var content = Json.object().with("type", "input_text").with("text", words);
        var message = Json.object().with("type", "message").with("role", "user");
        item(notes, thread, message.with("content", Json.array(List.of(content))));
    }

    /// An item in the form of the Responses API.
    public static void item(Notes notes, ThreadId thread, Json item) {
        add(notes, thread, Json.object().with("item", item));
    }

    private static void add(Notes notes, ThreadId thread, Json entry) {
        notes.changeList(thread, NOTE, entries -> {
            entries.add(entry);
            return entries;
        });
    }

    public static List<Item> items(Notes notes, ThreadId thread) {
        var items = new ArrayList<Item>();
        for (var entry : notes.list(thread, NOTE)) {
            if (!entry.at("developer").isNull()) {
                items.add(new Item.Briefing(Item.Briefing.Role.DEVELOPER, entry.text("developer")));
            } else if (!entry.at("goal").isNull()) {
                var words = "<goal>\nThe goal of this thread, in the user's words: " + entry.text("goal") + "\n</goal>";
                items.add(new Item.Briefing(Item.Briefing.Role.USER, words));
            } else items.add(injected(entry.at("item")));
        }
        return items;
    }

    /// They were given to the agent. What was added meanwhile stays.
    public static void told(Notes notes, ThreadId thread, int count) {
        if (count > 0) {
            notes.changeList(thread, NOTE, entries -> entries.subList(Math.min(count, entries.size()), entries.size()));
        }
    }

    private static Item injected(Json item) {
        var type = item.text("type");
        if (!type.equals("message")) return new Item.Opaque(type, item.write());
        var words = new StringBuilder();
        if (item.at("content") instanceof Json.Arr(var parts)) {
            for (var part : parts) words.append(part.text("text", ""));
        }
        return switch (item.text("role")) {
            case "assistant" -> new Item.AgentMessage(words.toString());
            case "user" -> new Item.Briefing(Item.Briefing.Role.USER, words.toString());
            default -> new Item.Briefing(Item.Briefing.Role.DEVELOPER, words.toString());
        };
    }
}
