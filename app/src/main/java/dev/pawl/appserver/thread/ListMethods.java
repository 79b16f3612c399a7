package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Backend;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
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

    /// Threads in which nothing was asked yet are not shown.
    private void list(Call call) {
        var page = page(call.params());
        var data = new ArrayList<Json>();
        for (var line : page.elements()) data.add(shown(line));
        call.answer(Json.object()
                .with("data", Json.array(data))
                .with("readStates", Json.object())
                .with("nextCursor", page.next())
                .with("backwardsCursor", page.back()));
    }

    Page<Threads.Line> page(Params params) {
        var order = ListOrder.of(params);
        var wish = Page.Wish.of(params, params.optional("cursor"), "desc", USUAL, MOST);
        // The usual order is the store's own: only as much of it is read as is shown.
        return order == ListOrder.USE && wish.newestFirst() ? usual(params, wish) : sorted(params, order, wish);
    }

    Json shown(Threads.Line line) {
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
        return json.thread(used, threads.look(thread, line.preview(), List.of()));
    }

    private Page<Threads.Line> usual(Params params, Page.Wish wish) {
        var from = wish.cursor().map(ListOrder.USE::read).orElse(Threads.Cursor.START);
        return ListOrder.USE.page(lines(params, from, wish.limit() + 1), wish.limit());
    }

    private Page<Threads.Line> sorted(Params params, ListOrder order, Page.Wish wish) {
        var all = lines(params, Threads.Cursor.START, Integer.MAX_VALUE);
        return order.page(all, wish);
    }

    /// As many as were asked for, if there are so many.
    private List<Threads.Line> lines(Params params, Threads.Cursor from, int wanted) {
        var keeping = hub.backend().threads(Backend.Storage.DURABLE);
        var shelf = params.flag("archived") ? Threads.Shelf.ARCHIVED : Threads.Shelf.ACTIVE;
        var search = params.optional("searchTerm").orElse("");
        var cwd = params.json().at("cwd").text().orElse("");
        var found = new ArrayList<Threads.Line>();
        Optional<Threads.Cursor> after = Optional.of(from);
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
                .with("nextCursor", page.size() < rest.size() ? Json.of(page.getLast()) : Json.Null.NULL));
    }
}
