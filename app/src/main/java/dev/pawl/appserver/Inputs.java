package dev.pawl.appserver;

import dev.pawl.card.Item;
import dev.pawl.card.Part;
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
        for (var input : params.list("input")) parts.add(part(new Params(input)));
        if (parts.isEmpty()) throw RpcError.invalid("input must not be empty");
        var characters = 0;
        for (var part : parts) if (part instanceof Part.Text(var text)) characters += text.length();
        if (characters > MOST_CHARACTERS) throw RpcError.tooLarge(MOST_CHARACTERS, characters);
        return new Item.UserMessage(parts);
    }

    private static Part part(Params input) {
        if (!(input.json() instanceof Json.Obj)) throw Params.wrong(input.json(), "a map");
        return switch (input.text("type")) {
            case "text" -> new Part.Text(input.text("text"));
            case "image" -> new Part.Image(input.text("url"));
            case "localImage" -> new Part.Image(picture(input.text("path")));
            case "skill", "mention" -> new Part.Text(input.text("name") + " (" + input.text("path") + ")");
            case String other -> throw RpcError.invalid("input of the type `" + other + "` is not supported");
        };
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
