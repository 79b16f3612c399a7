package dev.pawl.codex;

import dev.pawl.card.Part;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What a person said, as their client gave it: its own id of the message, and elements that stand
/// for other parts, or for none.
public final class UserMessages {
    private static final String CLIENT = "clientId";
    private static final String ELEMENT = "element";
    private static final String COVERS = "covers";

    private UserMessages() {}

    /// The client's own id of the message.
    public static Part client(String id) {
        return new Part.Mark(Json.object().with(CLIENT, id).write());
    }

    /// An element of the client's that is shown instead of as many parts as follow it.
    public static Part shown(Json element, int covers) {
        return new Part.Mark(
                Json.object().with(ELEMENT, element).with(COVERS, covers).write());
    }

    /// The path of a skill that a client named, if this mark is one.
    public static Optional<String> skill(String mark) {
        var element = Json.parse(mark).at(ELEMENT);
        return element.text("type", "").equals("skill") ? element.at("path").text() : Optional.empty();
    }

    public static Json.Obj of(String id, List<Part> parts) {
        Json client = Json.Null.NULL;
        var content = new ArrayList<Json>();
        var covered = 0;
        for (var part : parts) {
            if (part instanceof Part.Mark(var text)) {
                var mark = Json.parse(text);
                if (!mark.at(CLIENT).isNull()) client = mark.at(CLIENT);
                if (mark.at(ELEMENT).isNull()) continue;
                content.add(mark.at(ELEMENT));
                covered = (int) mark.number(COVERS);
            } else if (covered > 0) {
                covered--;
            } else content.add(element(part));
        }
        return ServerItems.item("userMessage", id).with("clientId", client).with("content", Json.array(content));
    }

    private static Json element(Part part) {
        return switch (part) {
            case Part.Text(var text) ->
                Json.object().with("type", "text").with("text", text).with("text_elements", Json.array(List.of()));
            case Part.Image(var url) -> Json.object().with("type", "image").with("url", url);
            case Part.Mark _ -> Json.Null.NULL;
        };
    }
}
