package dev.pawl.api;

import dev.pawl.id.ThreadId;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The parameters of a request. What is missing, unknown or of another kind is refused by its name.
public record ApiParams(Json.Obj json) {
    /// @throws ApiError when they are not an object
    public static ApiParams of(Json params) {
        return switch (params) {
            case Json.Obj fields -> new ApiParams(fields);
            case Json.Null _ -> new ApiParams(Json.object());
            default -> throw ApiError.of("params", "must be an object");
        };
    }

    /// Refuses parameters that the method does not have: a misspelt one would be ignored in
    /// silence.
    ApiParams only(String... names) {
        var known = List.of(names);
        for (var name : json.fields().keySet()) {
            if (!known.contains(name)) {
                throw ApiError.of(
                        name,
                        known.isEmpty()
                                ? "this method takes no parameters"
                                : "is not one of " + String.join(", ", known));
            }
        }
        return this;
    }

    String text(String name) {
        return optionalText(name).orElseThrow(() -> ApiError.of(name, "is missing"));
    }

    Optional<String> optionalText(String name) {
        return switch (json.at(name)) {
            case Json.Null _ -> Optional.empty();
            case Json.Str(var text) -> Optional.of(text);
            default -> throw ApiError.of(name, "must be a string");
        };
    }

    boolean flag(String name, boolean otherwise) {
        return switch (json.at(name)) {
            case Json.Null _ -> otherwise;
            case Json.Bool(var value) -> value;
            default -> throw ApiError.of(name, "must be true or false");
        };
    }

    long whole(String name, long otherwise, long least, long most) {
        var value = json.at(name);
        if (value.isNull()) return otherwise;
        if (value instanceof Json.Num(var digits) && digits.matches("-?[0-9]{1,18}")) {
            var number = Long.parseLong(digits);
            if (number >= least && number <= most) return number;
        }
        throw ApiError.of(name, "must be a whole number from " + least + " to " + most);
    }

    /// @throws ApiError when it is missing too
    long wholeNeeded(String name, long least, long most) {
        if (json.at(name).isNull()) throw ApiError.of(name, "is missing");
        return whole(name, 0, least, most);
    }

    List<String> texts(String name) {
        var value = json.at(name);
        if (value.isNull()) return List.of();
        var wrong = ApiError.of(name, "must be a list of strings");
        if (!(value instanceof Json.Arr(var elements))) throw wrong;
        var texts = new ArrayList<String>();
        for (var element : elements) texts.add(element.text().orElseThrow(() -> wrong));
        return texts;
    }

    String oneOf(String name, String otherwise, List<String> allowed) {
        var word = optionalText(name).orElse(otherwise);
        if (allowed.contains(word)) return word;
        throw ApiError.of(name, "must be one of " + String.join(", ", allowed));
    }

    ThreadId thread(String name) {
        return thread(name, text(name));
    }

    static ThreadId thread(String name, String id) {
        try {
            return new ThreadId(id);
        } catch (IllegalArgumentException notAnId) {
            throw ApiError.of(name, "is not a thread's id");
        }
    }

    TurnId turn(String name) {
        try {
            return new TurnId(text(name));
        } catch (IllegalArgumentException notAnId) {
            throw ApiError.of(name, "is not a turn's id");
        }
    }
}
