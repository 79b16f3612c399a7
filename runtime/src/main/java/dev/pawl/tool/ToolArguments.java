package dev.pawl.tool;

import dev.pawl.card.Item;
import dev.pawl.json.BadJson;
import dev.pawl.json.Json;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The arguments of a function call. What is wrong with them is said in the words that models know
/// from Codex, with the place where that is cheap to tell.
public final class ToolArguments {
    private static final long LARGEST = 1_000_000_000;
    private static final String PREFIX = "failed to parse function arguments: ";

    private final String source;
    private final Json.Obj fields;

    private ToolArguments(String source, Json.Obj fields) {
        this.source = source;
        this.fields = fields;
    }

    public static ToolArguments of(Item.ToolCall call) throws BadArguments {
        return parse(call.arguments());
    }

    public static ToolArguments parse(String text) throws BadArguments {
        Json json;
        try {
            json = Json.parse(text);
        } catch (BadJson broken) {
            throw new BadArguments(PREFIX + BrokenJson.describe(text, broken));
        }
        if (json instanceof Json.Obj object) return new ToolArguments(text, object);
        throw new BadArguments(PREFIX + "invalid type: " + kind(json) + ", expected an object" + end(text));
    }

    public String text(String name) throws BadArguments {
        return optionalText(name).orElseThrow(() -> missing(name));
    }

    /// The text, or nothing when it is missing or null.
    public Optional<String> optionalText(String name) throws BadArguments {
        return switch (fields.at(name)) {
            case Json.Null _ -> Optional.empty();
            case Json.Str(var value) -> Optional.of(value);
            case Json other -> throw wrong(other, "a string");
        };
    }

    /// The whole number; one over a billion counts as a billion.
    public long number(String name, long otherwise) throws BadArguments {
        return switch (fields.at(name)) {
            case Json.Null _ -> otherwise;
            case Json.Num number -> whole(number);
            case Json other -> throw wrong(other, "u64");
        };
    }

    /// The whole number, which must be there.
    public long number(String name) throws BadArguments {
        if (fields.at(name) instanceof Json.Null) throw missing(name);
        return number(name, 0);
    }

    public boolean flag(String name, boolean otherwise) throws BadArguments {
        return switch (fields.at(name)) {
            case Json.Null _ -> otherwise;
            case Json.Bool(var value) -> value;
            case Json other -> throw wrong(other, "a boolean");
        };
    }

    public List<Json> list(String name) throws BadArguments {
        return switch (fields.at(name)) {
            case Json.Null _ -> throw missing(name);
            case Json.Arr(var elements) -> elements;
            case Json other -> throw wrong(other, "a sequence");
        };
    }

    /// The field as it is; [Json.Null] when it is missing.
    public Json at(String name) {
        return fields.at(name);
    }

    /// Refuses fields that the tool does not know.
    public void only(List<String> known) throws BadArguments {
        for (var name : fields.fields().keySet()) {
            if (known.contains(name)) continue;
            var expected = known.size() == 1
                    ? "expected `" + known.getFirst() + "`"
                    : "expected " + (known.size() == 2 ? "" : "one of ")
                            + String.join(
                                    known.size() == 2 ? " or " : ", ",
                                    known.stream().map(k -> "`" + k + "`").toList());
            throw new BadArguments(PREFIX + "unknown field `" + name + "`, " + expected);
        }
    }

    private BadArguments missing(String name) {
        return new BadArguments(PREFIX + "missing field `" + name + "`" + end(source));
    }

    /// The same complaint for a field of an object inside the arguments.
    public static BadArguments missingInside(String name) {
        return new BadArguments(PREFIX + "missing field `" + name + "`");
    }

    /// A value of the wrong type, anywhere in the arguments.
    public static BadArguments wrong(Json found, String expected) {
        return new BadArguments(PREFIX + "invalid type: " + kind(found) + ", expected " + expected);
    }

    /// A text that is none of the allowed ones.
    public static BadArguments unknownVariant(String found, List<String> known) {
        var names = String.join(", ", known.stream().map(k -> "`" + k + "`").toList());
        return new BadArguments(PREFIX + "unknown variant `" + found + "`, expected one of " + names);
    }

    private static long whole(Json.Num number) throws BadArguments {
        try {
            var value = Long.parseLong(number.digits());
            if (value >= 0) return Math.min(value, LARGEST);
        } catch (NumberFormatException notWhole) {
            throw new BadArguments(PREFIX + "invalid type: floating point `" + number.digits() + "`, expected u64");
        }
        throw new BadArguments(PREFIX + "invalid value: integer `" + number.digits() + "`, expected u64");
    }

    private static String kind(Json json) {
        return switch (json) {
            case Json.Null _ -> "null";
            case Json.Bool(var value) -> "boolean `" + value + "`";
            case Json.Num(var digits) -> (digits.matches("-?[0-9]+") ? "integer `" : "floating point `") + digits + "`";
            case Json.Str(var value) -> "string " + Json.of(value).write();
            case Json.Arr _ -> "sequence";
            case Json.Obj _ -> "map";
        };
    }

    /// Where the text ends, as serde counts: lines from 1, columns in bytes.
    static String end(String text) {
        var body = text.stripTrailing();
        var line = 1 + body.chars().filter(c -> c == '\n').count();
        var column = body.substring(body.lastIndexOf('\n') + 1).getBytes(StandardCharsets.UTF_8).length;
        return " at line " + line + " column " + column;
    }

    /// All fields, in the order they were written.
    public Map<String, Json> all() {
        return fields.fields();
    }
}
