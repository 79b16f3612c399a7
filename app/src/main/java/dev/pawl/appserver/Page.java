package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// One page of a list that grows at its end. A cursor names an element, so that a page begins where
/// the last one ended whatever was added meanwhile.
///
/// @param next goes on behind the page's last element; null when there is none
/// @param back begins with the page's first element, for the other direction
record Page<T>(List<T> elements, Json next, Json back) {
    private static final String AFTER = "after ";
    private static final String FROM = "from ";

    /// The page that is asked for.
    ///
    /// @param cursor empty for the first page of this direction
    record Wish(Optional<String> cursor, boolean newestFirst, int limit) {
        static Wish of(Params params, Optional<String> cursor, String usualDirection, int usual, int most) {
            var direction = params.optional("sortDirection").orElse(usualDirection);
            if (!direction.equals("asc") && !direction.equals("desc")) {
                throw RpcError.invalid(
                        "Invalid request: unknown variant `" + direction + "`, expected `asc` or `desc`");
            }
            var limit = Math.clamp(params.whole("limit").orElse((long) usual), 1, most);
            return new Wish(cursor, direction.equals("desc"), limit);
        }
    }

    static <T> Page<T> of(List<T> oldestFirst, Function<T, String> key, Wish wish) {
        var all = wish.newestFirst ? oldestFirst.reversed() : oldestFirst;
        var from = wish.cursor.map(cursor -> begin(all, key, cursor)).orElse(0);
        var page = all.subList(from, Math.min(from + wish.limit, all.size()));
        var isLast = from + page.size() == all.size();
        return new Page<>(
                List.copyOf(page),
                isLast ? ItemJson.NULL : Json.of(after(key.apply(page.getLast()))),
                page.isEmpty() ? ItemJson.NULL : Json.of(from(key.apply(page.getFirst()))));
    }

    /// A page of a list in its own order, which is not turned back.
    static Json.Obj plain(List<Json> all, Function<Json, String> key, Params params, int usual, int most) {
        var limit = Math.clamp(params.whole("limit").orElse((long) usual), 1, most);
        var page = of(all, key, new Wish(params.optional("cursor"), false, limit));
        return Json.object().with("data", Json.array(page.elements())).with("nextCursor", page.next());
    }

    /// Behind this element.
    static String after(String key) {
        return AFTER + key;
    }

    /// At this element.
    static String from(String key) {
        return FROM + key;
    }

    private static <T> int begin(List<T> all, Function<T, String> key, String cursor) {
        var isAfter = cursor.startsWith(AFTER);
        if (!isAfter && !cursor.startsWith(FROM)) throw RpcError.invalid("invalid cursor: " + cursor);
        var wanted = cursor.substring(isAfter ? AFTER.length() : FROM.length());
        for (var i = 0; i < all.size(); i++) {
            if (key.apply(all.get(i)).equals(wanted)) return isAfter ? i + 1 : i;
        }
        throw RpcError.invalid("invalid cursor: what it names is not there (any more): " + cursor);
    }

    Json.Obj json(Function<T, ? extends Json> shown) {
        return Json.object()
                .with("data", Json.array(elements.stream().map(shown).toList()))
                .with("nextCursor", next)
                .with("backwardsCursor", back);
    }
}
