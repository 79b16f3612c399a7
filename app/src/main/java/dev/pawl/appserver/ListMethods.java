package dev.pawl.appserver;

import dev.pawl.json.Json;
import dev.pawl.thread.ChatThread;
import dev.pawl.thread.Threads;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/// `thread/list` and `thread/loaded/list`: pages with cursors that hold while threads come and go.
final class ListMethods {
    private static final int USUAL = 25;
    private static final int MOST = 100;
    private static final int MOST_THREADS = 10_000;

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

    private void list(Call call) throws InterruptedException {
        var params = call.params();
        var limit = limit(params);
        var found = candidates(params);
        var data = new ArrayList<Json>();
        Json next = ItemJson.NULL;
        var search = params.optional("searchTerm").map(term -> term.toLowerCase(Locale.ROOT));
        for (var thread : found) {
            var look = threads.look(thread.id(), List.of());
            if (look.preview().isEmpty() || !matches(thread, look, search)) continue;
            if (data.size() == limit) {
                next = Json.of(cursor(last(data)));
                break;
            }
            data.add(json.thread(thread, look));
        }
        call.answer(Json.object().with("data", Json.array(data)).with("nextCursor", next));
    }

    private static String last(List<Json> data) {
        return data.getLast().text("id");
    }

    /// A cursor names the last thread of a page: what comes after it is the next one.
    private static String cursor(String thread) {
        return "after:" + thread;
    }

    private List<ChatThread> candidates(Params params) {
        var filter = new Threads.Filter(params.flag("archived"), "", "");
        var order = order(params);
        var all = hub.durable().latest(filter, MOST_THREADS).stream()
                .filter(thread -> wanted(thread, params))
                .sorted(order)
                .toList();
        var cursor = params.optional("cursor");
        if (cursor.isEmpty()) return all;
        if (!cursor.get().startsWith("after:")) throw RpcError.invalid("invalid cursor: " + cursor.get());
        var last = cursor.get().substring("after:".length());
        for (var i = 0; i < all.size(); i++) {
            if (all.get(i).id().value().equals(last)) return all.subList(i + 1, all.size());
        }
        return List.of();
    }

    private static Comparator<ChatThread> order(Params params) {
        var byUpdate = !params.optional("sortKey").orElse("created_at").equals("created_at");
        var order =
                byUpdate ? Comparator.comparing(ChatThread::updatedAt) : Comparator.comparing(ChatThread::createdAt);
        var whole = order.thenComparing(thread -> thread.id().value());
        return params.optional("sortDirection").orElse("desc").equals("asc") ? whole : whole.reversed();
    }

    private static boolean wanted(ChatThread thread, Params params) {
        var providers = params.texts("modelProviders");
        var sources = params.texts("sourceKinds");
        return (providers.isEmpty() || providers.contains(thread.setup().provider()))
                && (sources.isEmpty() || sources.contains(thread.source()))
                && isThere(thread, params.json().at("cwd"))
                && !params.texts("excludedThreadIds").contains(thread.id().value());
    }

    private static boolean isThere(ChatThread thread, Json cwd) {
        return switch (cwd) {
            case Json.Str(var folder) -> folder.equals(thread.setup().cwd());
            case Json.Arr(var folders) ->
                folders.stream()
                        .anyMatch(folder ->
                                folder.text().equals(Optional.of(thread.setup().cwd())));
            default -> true;
        };
    }

    private static boolean matches(ChatThread thread, ThreadJson.Look look, Optional<String> search) {
        return search.isEmpty()
                || thread.title().toLowerCase(Locale.ROOT).contains(search.get())
                || look.preview().toLowerCase(Locale.ROOT).contains(search.get());
    }

    private static int limit(Params params) {
        return Math.clamp(params.whole("limit").orElse((long) USUAL), 1, MOST);
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
