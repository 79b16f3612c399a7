package dev.pawl.tool.agents;

import dev.pawl.card.Detail;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.delegation.Family;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.thread.SpawnedAgent;
import dev.pawl.tool.BadArguments;
import dev.pawl.tool.ToolArguments;
import java.util.ArrayList;
import java.util.List;

/// What the calls about agents have in common, with Codex's words for what is wrong.
final class AgentArguments {
    private static final int ID_LENGTH = 36;

    private AgentArguments() {}

    /// `message` or `items`, as what a user says.
    static Item.UserMessage said(ToolArguments arguments) throws BadArguments {
        var message = arguments.optionalText("message");
        var items = arguments.at("items");
        if (message.isPresent() && !items.isNull()) {
            throw new BadArguments("Provide either message or items, but not both");
        }
        if (message.isPresent()) {
            if (message.get().isBlank()) throw new BadArguments("Empty message can't be sent to an agent");
            return Item.UserMessage.of(message.get());
        }
        if (items.isNull()) throw new BadArguments("Provide one of: message or items");
        var parts = new ArrayList<Part>();
        for (var item : arguments.list("items")) parts.add(part(item));
        if (parts.isEmpty()) throw new BadArguments("Items can't be empty");
        return new Item.UserMessage(parts);
    }

    private static Part part(Json item) {
        return switch (item.text("type", "text")) {
            case "text" -> new Part.Text(item.text("text", ""));
            case "image" -> new Part.Image(item.text("image_url", ""));
            // Named things are told by their name: the agent looks at them itself.
            case String type ->
                new Part.Text("[" + type + " " + item.text("name", "") + "](" + item.text("path", "") + ")");
        };
    }

    /// The same in one line, for people.
    static String shown(ToolArguments arguments) {
        try {
            var words = new ArrayList<String>();
            for (var part : said(arguments).parts()) {
                words.add(part instanceof Part.Text(var text) ? text : "[image]");
            }
            return String.join("\n", words);
        } catch (BadArguments none) {
            return "";
        }
    }

    static ThreadId id(String text) throws BadArguments {
        if (text.length() != ID_LENGTH || !text.matches("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")) {
            throw new BadArguments("invalid agent id " + text + ": " + flaw(text));
        }
        return new ThreadId(text);
    }

    private static String flaw(String text) {
        return text.length() == ID_LENGTH
                ? "invalid character"
                : "invalid length: expected length 32 for simple format, found " + text.length();
    }

    /// An agent of the caller's tree that takes requests.
    static ThreadId open(Family family, String text) throws BadArguments {
        var id = known(family, text);
        if (family.find(id).map(SpawnedAgent::state).orElseThrow() == SpawnedAgent.State.CLOSED) {
            throw new BadArguments("agent with id " + id + " is closed");
        }
        return id;
    }

    static ThreadId known(Family family, String text) throws BadArguments {
        var id = id(text);
        if (family.find(id).isEmpty()) throw new BadArguments("agent with id " + id + " not found");
        return id;
    }

    static List<String> texts(ToolArguments arguments, String name) throws BadArguments {
        var texts = new ArrayList<String>();
        for (var element : arguments.list(name)) {
            if (!(element instanceof Json.Str(var text))) throw ToolArguments.wrong(element, "a string");
            texts.add(text);
        }
        return texts;
    }

    /// The agents that a call names before it is known how they stand.
    static List<Detail.AgentState> named(ToolArguments arguments) throws BadArguments {
        var names = new ArrayList<String>();
        arguments.optionalText("target").ifPresent(names::add);
        arguments.optionalText("id").ifPresent(names::add);
        if (!arguments.at("targets").isNull()) names.addAll(texts(arguments, "targets"));
        return names.stream()
                .filter(ThreadId::isPlain)
                .map(name -> new Detail.AgentState(name, Detail.AgentState.Standing.PENDING, ""))
                .toList();
    }
}
