package dev.pawl.appserver.rpc;

import dev.pawl.id.ThreadId;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Optional;

/// The parameters of a request. What is missing or of another type is told as Codex tells it.
public record Params(Json json) {
    public String text(String name) {
        return optional(name).orElseThrow(() -> missing(name));
    }

    public Optional<String> optional(String name) {
        return switch (json.at(name)) {
            case Json.Null _ -> Optional.empty();
            case Json.Str(var text) -> Optional.of(text);
            case Json other -> throw wrong(other, "a string");
        };
    }

    public boolean flag(String name) {
        return switch (json.at(name)) {
            case Json.Null _ -> false;
            case Json.Bool(var on) -> on;
            case Json other -> throw wrong(other, "a boolean");
        };
    }

    public Optional<Long> whole(String name) {
        return switch (json.at(name)) {
            case Json.Null _ -> Optional.empty();
            case Json.Num number -> Optional.of(whole(number));
            case Json other -> throw wrong(other, "a number");
        };
    }

    private static long whole(Json.Num number) {
        try {
            return number.asLong();
        } catch (BadJson fraction) {
            throw wrong(number, "a whole number");
        }
    }

    public List<Json> list(String name) {
        return switch (json.at(name)) {
            case Json.Null _ -> throw missing(name);
            case Json.Arr(var elements) -> elements;
            case Json other -> throw wrong(other, "a sequence");
        };
    }

    /// The texts of a list; none when it is not given.
    public List<String> texts(String name) {
        if (json.at(name).isNull()) return List.of();
        return list(name).stream()
                .map(element -> element.text().orElseThrow(() -> wrong(element, "a string")))
                .toList();
    }

    public ThreadId thread() {
        var id = text("threadId");
        if (!ThreadId.isPlain(id)) throw RpcError.invalid("invalid thread id: " + id);
        return new ThreadId(id);
    }

    public static RpcError missing(String name) {
        return RpcError.invalid("Invalid request: missing field `" + name + "`");
    }

    public static RpcError unknown(String word, List<String> allowed) {
        var quoted = allowed.stream().map(each -> "`" + each + "`").toList();
        var expected = switch (quoted.size()) {
            case 1 -> quoted.getFirst();
            case 2 -> quoted.getFirst() + " or " + quoted.getLast();
            default -> "one of " + String.join(", ", quoted);
        };
        return RpcError.invalid("Invalid request: unknown variant `" + word + "`, expected " + expected);
    }

    public static RpcError wrong(Json found, String expected) {
        var what = switch (found) {
            case Json.Str(var text) -> "string \"" + text + "\"";
            case Json.Num(var digits) -> (digits.matches("-?[0-9]+") ? "integer `" : "floating point `") + digits + "`";
            case Json.Bool(var on) -> "boolean `" + on + "`";
            case Json.Arr _ -> "sequence";
            case Json.Obj _ -> "map";
            case Json.Null _ -> "null";
        };
        return RpcError.invalid("Invalid request: invalid type: " + what + ", expected " + expected);
    }
}
