package dev.pawl.appserver.rpc;

import dev.pawl.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// One page of a list that grows at its end. A cursor names an element, so that a page begins where
/// the last one ended whatever was added meanwhile.
///
/// @param next goes on behind the page's last element; null when there is none
/// @param back begins with the page's first element, for the other direction
public record Page<T>(List<T> elements, Json next, Json back) {
    private static final String AFTER = "after ";
    private static final String FROM = "from ";

    /// The page that is asked for.
    ///
    /// @param cursor empty for the first page of this direction
    public record Wish(Optional<String> cursor, boolean newestFirst, int limit) {
        public static Wish of(Params params, Optional<String> cursor, String usualDirection, int usual, int most) {
            var direction = params.optional("sortDirection").orElse(usualDirection);
            if (!direction.equals("asc") && !direction.equals("desc")) {
                throw RpcError.invalid(
                        "Invalid request: unknown variant `" + direction + "`, expected `asc` or `desc`");
            }
            var limit = Math.clamp(params.whole("limit").orElse((long) usual), 1, most);
            return new Wish(cursor, direction.equals("desc"), limit);
        }
    }

    /// An element that a page begins at, or behind.
    public record Cursor(String key, boolean inclusive) {}

    public static Cursor cursor(String text) {
        var isAfter = text.startsWith(AFTER);
        if (!isAfter && !text.startsWith(FROM)) throw RpcError.invalid("invalid cursor: " + text);
        return new Cursor(text.substring(isAfter ? AFTER.length() : FROM.length()), !isAfter);
    }

    public static RpcError gone(String cursor) {
        return RpcError.invalid("invalid cursor: what it names is not there (any more): " + cursor);
    }

    /// A page that was found already.
    public static <T> Page<T> of(List<T> page, Function<T, String> key, boolean hasMore) {
        return new Page<>(
                List.copyOf(page),
                hasMore ? Json.of(after(key.apply(page.getLast()))) : Json.Null.NULL,
                page.isEmpty() ? Json.Null.NULL : Json.of(from(key.apply(page.getFirst()))));
    }

    public static <T> Page<T> of(List<T> oldestFirst, Function<T, String> key, Wish wish) {
        var all = wish.newestFirst ? oldestFirst.reversed() : oldestFirst;
        var from = wish.cursor.map(cursor -> begin(all, key, cursor)).orElse(0);
        var page = all.subList(from, Math.min(from + wish.limit, all.size()));
        return of(page, key, from + page.size() < all.size());
    }

    /// A page of a list in its own order, which is not turned back.
    public static Json.Obj plain(List<Json> all, Function<Json, String> key, Params params, int usual, int most) {
        var limit = Math.clamp(params.whole("limit").orElse((long) usual), 1, most);
        var page = of(all, key, new Wish(params.optional("cursor"), false, limit));
        return Json.object().with("data", Json.array(page.elements())).with("nextCursor", page.next());
    }

    /// Behind this element.
    public static String after(String key) {
        return AFTER + key;
    }

    /// At this element.
    public static String from(String key) {
        return FROM + key;
    }

    private static <T> int begin(List<T> all, Function<T, String> key, String text) {
        var cursor = cursor(text);
        for (var i = 0; i < all.size(); i++) {
            if (key.apply(all.get(i)).equals(cursor.key())) return cursor.inclusive() ? i : i + 1;
        }
        throw gone(text);
    }

    public Json.Obj json(Function<T, ? extends Json> shown) {
        return Json.object()
                .with("data", Json.array(elements.stream().map(shown).toList()))
                .with("nextCursor", next)
                .with("backwardsCursor", back);
    }
}
