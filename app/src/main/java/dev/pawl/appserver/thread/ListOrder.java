package dev.pawl.appserver.thread;

import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import dev.pawl.thread.Threads;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;

/// By what a list of threads is sorted. A cursor is a time and a thread, so that a page begins
/// where the last one ended whatever came or went meanwhile.
enum ListOrder {
    USE,
    CREATION;

    /// Use is the usual one: Pawl's lists show what was worked on last.
    static ListOrder of(Params params) {
        return params.optional("sortKey").orElse("").equals("created_at") ? CREATION : USE;
    }

    private Instant time(Threads.Line line) {
        return this == USE ? line.usedAt() : line.thread().createdAt();
    }

    /// Behind a line, whichever way the list is read on.
    String cursor(Threads.Line line) {
        return time(line) + "|" + line.thread().id();
    }

    Threads.Cursor read(String cursor) {
        var bar = cursor.indexOf('|');
        try {
            return new Threads.Cursor(Instant.parse(cursor.substring(0, Math.max(0, bar))), cursor.substring(bar + 1));
        } catch (DateTimeParseException notOurs) {
            throw RpcError.invalid("invalid cursor: " + cursor);
        }
    }

    /// @param lines in any order
    Page<Threads.Line> page(List<Threads.Line> lines, Page.Wish wish) {
        var oldestFirst = Comparator.comparing(this::time)
                .thenComparing(line -> line.thread().id().value());
        var order = wish.newestFirst() ? oldestFirst.reversed() : oldestFirst;
        var all = lines.stream().sorted(order).toList();
        var begin = wish.cursor()
                .map(cursor -> begin(all, cursor, wish.newestFirst()))
                .orElse(0);
        return page(all.subList(begin, all.size()), wish.limit());
    }

    /// The first of these lines.
    Page<Threads.Line> page(List<Threads.Line> rest, int limit) {
        var page = rest.subList(0, Math.min(rest.size(), limit));
        return new Page<>(
                List.copyOf(page),
                page.size() == rest.size() ? Json.Null.NULL : Json.of(cursor(page.getLast())),
                page.isEmpty() ? Json.Null.NULL : Json.of(cursor(page.getFirst())));
    }

    private int begin(List<Threads.Line> all, String cursor, boolean newestFirst) {
        var named = read(cursor);
        for (var i = 0; i < all.size(); i++) {
            var order = time(all.get(i)).compareTo(named.usedAt());
            if (order == 0) order = all.get(i).thread().id().value().compareTo(named.id());
            if (newestFirst ? order < 0 : order > 0) return i;
        }
        return all.size();
    }
}
