package dev.pawl.appserver;

import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `thread/list` and `thread/loaded/list`: pages with cursors that hold while threads come and go.
final class ListMethods {
    private static final int USUAL = 25;
    private static final int MOST = 100;
    private static final int LOOKED_AT = 100;

    private final Hub hub;
    private final ThreadJson json;
    private final ThreadMethods threads;

    ListMethods(Hub hub, ThreadJson json, ThreadMethods threads) {
        this.hub = hub;
        this.json = json;
        this.threads = threads;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/list", this::list);
        methods.put("thread/loaded/list", this::loaded);
    }

    /// Threads in which nothing was asked yet are not shown. The order is always that of use,
    /// newest first.
    private void list(Call call) {
        var params = call.params();
        if (params.optional("sortDirection").orElse("desc").equals("asc")) {
            throw RpcError.invalid("threads are listed newest first: sortDirection asc is not supported");
        }
        var limit = Math.clamp(params.whole("limit").orElse((long) USUAL), 1, MOST);
        var lines = lines(params, limit + 1);
        var data = new ArrayList<Json>();
        for (var line : lines.subList(0, Math.min(limit, lines.size()))) {
            var thread = line.thread();
            var used = new ChatThread(
                    thread.id(),
                    thread.title(),
                    thread.source(),
                    thread.forkedFrom(),
                    thread.archived(),
                    thread.setup(),
                    thread.createdAt(),
                    line.usedAt());
            data.add(json.thread(used, threads.look(thread.id(), line.preview(), List.of())));
        }
        Json next = lines.size() <= limit
                ? ItemJson.NULL
                : Json.of(text(lines.get(limit - 1).cursor()));
        call.answer(Json.object().with("data", Json.array(data)).with("nextCursor", next));
    }

    /// As many as were asked for, if there are so many.
    private List<Threads.Line> lines(Params params, int wanted) {
        var keeping = hub.backend().threads(Backend.Keeping.DURABLE);
        var shelf = params.flag("archived") ? Threads.Shelf.ARCHIVED : Threads.Shelf.ACTIVE;
        var search = params.optional("searchTerm").orElse("");
        var cwd = params.json().at("cwd").text().orElse("");
        var found = new ArrayList<Threads.Line>();
        Optional<Threads.Cursor> after = Optional.of(cursor(params.optional("cursor")));
        while (after.isPresent() && found.size() < wanted) {
            var page = keeping.page(new Threads.Query(shelf, cwd, "", search, after.get(), LOOKED_AT));
            for (var line : page.lines()) {
                if (!line.preview().isEmpty() && isWanted(line.thread(), params)) found.add(line);
            }
            after = page.next(LOOKED_AT);
        }
        return found.subList(0, Math.min(wanted, found.size()));
    }

    private static boolean isWanted(ChatThread thread, Params params) {
        var providers = params.texts("modelProviders");
        var sources = params.texts("sourceKinds");
        return (providers.isEmpty() || providers.contains(thread.setup().provider()))
                && (sources.isEmpty() || sources.contains(ThreadJson.source(thread.source())))
                && isThere(thread, params.json().at("cwd"))
                && !params.texts("excludedThreadIds").contains(thread.id().value());
    }

    private static boolean isThere(ChatThread thread, Json cwd) {
        if (!(cwd instanceof Json.Arr(var folders))) return true;
        return folders.stream()
                .anyMatch(folder ->
                        folder.text().equals(Optional.of(thread.setup().cwd())));
    }

    private static String text(Threads.Cursor cursor) {
        return cursor.usedAt() + "|" + cursor.id();
    }

    private static Threads.Cursor cursor(Optional<String> given) {
        if (given.isEmpty()) return Threads.Cursor.START;
        var bar = given.get().indexOf('|');
        try {
            return new Threads.Cursor(
                    Instant.parse(given.get().substring(0, Math.max(0, bar))),
                    given.get().substring(bar + 1));
        } catch (DateTimeParseException notOurs) {
            throw RpcError.invalid("invalid cursor: " + given.get());
        }
    }

    private void loaded(Call call) {
        var ids = hub.loaded().stream()
                .map(thread -> thread.id().value())
                .sorted()
                .toList();
        var after = call.params().optional("cursor").orElse("");
        var rest = ids.stream().filter(id -> id.compareTo(after) > 0).toList();
        var limit = call.params().whole("limit").map(Long::intValue).orElse(rest.size());
        var page = rest.subList(0, Math.min(Math.max(1, limit), rest.size()));
        call.answer(Json.object()
                .with("data", Json.strings(page))
                .with("nextCursor", page.size() < rest.size() ? Json.of(page.getLast()) : ItemJson.NULL));
    }
}
