package dev.pawl.provider.chat;

import dev.pawl.card.Item;
import dev.pawl.card.Item.AgentMessage;
import dev.pawl.card.Item.Begun;
import dev.pawl.card.Item.Briefing;
import dev.pawl.card.Item.Compact;
import dev.pawl.card.Item.Decision;
import dev.pawl.card.Item.Deliverable;
import dev.pawl.card.Item.Opaque;
import dev.pawl.card.Item.Reasoning;
import dev.pawl.card.Item.ResultFields;
import dev.pawl.card.Item.Summary;
import dev.pawl.card.Item.ToolCall;
import dev.pawl.card.Item.ToolResult;
import dev.pawl.card.Item.UserMessage;
import dev.pawl.card.Part;
import dev.pawl.json.Json;
import dev.pawl.provider.dialect.Handover;
import dev.pawl.provider.dialect.Shown;
import java.util.ArrayList;
import java.util.List;

/// A history as chat messages: one system message in front, then user, assistant and tool in turn.
/// Neighbours of one role are joined, because many a server's template insists on taking turns. For
/// one history.
public final class ChatMessages {
    private final List<Json> messages = new ArrayList<>();
    private final StringBuilder system = new StringBuilder();
    private final List<Json> said = new ArrayList<>(); // parts of the user message that is open
    private final ChatResponse answer; // the assistant message that is open
    private final List<Json> pictures = new ArrayList<>(); // of results: a tool message holds text only

    public ChatMessages(String instructions, ChatSeals seals) {
        system.append(instructions);
        answer = new ChatResponse(seals);
    }

    public List<Json> of(List<Item> items) {
        answer.lookAt(items);
        for (var item : items) add(item);
        // Servers refuse to go on with an answer of the assistant's, or take it for half of one.
        separate();
        showPictures();
        closeUser();
        if (!system.isEmpty()) messages.addFirst(message("system").with("content", system.toString()));
        return messages;
    }

    private void add(Item item) {
        switch (item) {
            case UserMessage(var parts) -> user(parts);
            case Briefing(var role, var text) -> brief(role, text);
            case Summary(var text) -> user(List.of(new Part.Text(Handover.text(text))));
            case AgentMessage message -> {
                showPictures();
                answer.say(message);
            }
            case Reasoning reasoning -> answer.think(reasoning);
            case ToolCall call -> {
                showPictures();
                answer.call(call);
            }
            case ToolResult result -> result(result);
            case Opaque _, Decision _, Begun _, ResultFields _, Compact _, Deliverable _ -> {
                // no word for it, or another provider's
            }
        }
    }

    /// Two answers with nothing between them would be one message, or two of one role.
    private void separate() {
        if (closeAssistant()) said.add(text("Go on."));
    }

    /// What stands before everything else belongs to the system message.
    private void brief(Briefing.Role role, String text) {
        var first = messages.isEmpty() && said.isEmpty() && answer.isEmpty();
        if (role == Briefing.Role.SEPARATOR) {
            separate();
        } else if (role == Briefing.Role.DEVELOPER && first) {
            if (!system.isEmpty()) system.append("\n\n");
            system.append(text);
        } else {
            user(List.of(new Part.Text(text)));
        }
    }

    private void user(List<Part> parts) {
        closeAssistant();
        showPictures();
        for (var part : parts) {
            switch (part) {
                case Part.Text(var text) -> said.add(text(text));
                case Part.Image(var url) -> said.add(image(url));
                case Part.Mark _ -> {}
            }
        }
    }

    private static Json image(String url) {
        return Json.object()
                .with("type", "image_url")
                .with("image_url", Json.object().with("url", url));
    }

    private static Json text(String text) {
        return Json.object().with("type", "text").with("text", text);
    }

    private void result(ToolResult result) {
        closeAssistant();
        closeUser();
        var text = result.output();
        var shown = Shown.pictures(result);
        shown.forEach(url -> pictures.add(image(url)));
        if (!shown.isEmpty() && text.isBlank()) text = "The picture follows.";
        messages.add(message("tool").with("tool_call_id", result.call().value()).with("content", text));
    }

    /// Once all results of a step are there: nothing may come between them.
    private void showPictures() {
        said.addAll(pictures);
        pictures.clear();
    }

    private void closeUser() {
        if (said.isEmpty()) return;
        messages.add(message("user").with("content", content()));
        said.clear();
    }

    /// Plain text where it is all text: not every server takes parts.
    private Json content() {
        var text = new StringBuilder();
        for (var part : said) {
            if (part.text("type").equals("image_url")) return Json.array(said);
            if (!text.isEmpty()) text.append("\n\n");
            text.append(part.text("text"));
        }
        return Json.of(text.toString());
    }

    /// Whether there was something to say.
    private boolean closeAssistant() {
        var message = answer.close();
        if (message.isNull()) return false;
        closeUser();
        messages.add(message);
        return true;
    }

    private static Json.Obj message(String role) {
        return Json.object().with("role", role);
    }
}
