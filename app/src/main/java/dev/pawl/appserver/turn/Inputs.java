package dev.pawl.appserver.turn;

import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.card.Item;
import dev.pawl.card.Part;
import dev.pawl.codex.UserMessages;
import dev.pawl.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/// What a person said, out of a client's `input`.
final class Inputs {
    private static final int MOST_CHARACTERS = 1_048_576;
    private static final long MOST_BYTES = 20_000_000;

    private Inputs() {}

    static Item.UserMessage read(Params params) {
        var parts = new ArrayList<Part>();
        for (var input : params.list("input")) add(parts, new Params(input));
        if (parts.isEmpty()) throw RpcError.invalid("input must not be empty");
        var characters = 0;
        for (var part : parts) if (part instanceof Part.Text(var text)) characters += text.length();
        if (characters > MOST_CHARACTERS) throw RpcError.tooLarge(MOST_CHARACTERS, characters);
        params.optional("clientUserMessageId").ifPresent(id -> parts.add(UserMessages.client(id)));
        return new Item.UserMessage(parts);
    }

    private static void add(List<Part> parts, Params input) {
        if (!(input.json() instanceof Json.Obj element)) throw Params.wrong(input.json(), "a map");
        switch (input.text("type")) {
            case "text" -> {
                var isMarked = element.at("text_elements") instanceof Json.Arr(var marks) && !marks.isEmpty();
                if (isMarked) parts.add(UserMessages.shown(element, 1));
                parts.add(new Part.Text(input.text("text")));
            }
            case "image" -> parts.add(new Part.Image(input.text("url")));
            case "localImage" -> {
                var picture = new Part.Image(picture(input.text("path")));
                var shown = element.at("detail").isNull() ? element.with("detail", Json.Null.NULL) : element;
                parts.add(UserMessages.shown(shown, 1));
                parts.add(picture);
            }
            // What it stands for is put before the message, if Pawl knows it.
            case "skill", "mention" -> {
                input.text("name");
                input.text("path");
                parts.add(UserMessages.shown(element, 0));
            }
            case String other ->
                throw Params.unknown(other, List.of("text", "image", "localImage", "skill", "mention"));
        }
    }

    private static String picture(String name) {
        try {
            var file = Path.of(name);
            if (Files.size(file) > MOST_BYTES) throw RpcError.invalid("the picture is too large: " + name);
            return "data:" + type(name) + ";base64," + Base64.getEncoder().encodeToString(Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw RpcError.invalid("the picture cannot be read: " + name);
        }
    }

    private static String type(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        for (var kind : List.of("png", "gif", "webp")) if (lower.endsWith("." + kind)) return "image/" + kind;
        return "image/jpeg";
    }
}
