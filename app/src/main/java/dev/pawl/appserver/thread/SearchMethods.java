package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import dev.pawl.thread.Threads;
import dev.pawl.view.ItemView;
import dev.pawl.view.TurnView;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// `thread/search` and `thread/searchOccurrences`: where something was said.
final class SearchMethods {
    private static final int USUAL = 25;
    private static final int MOST = 100;
    private static final int AROUND = 60;

    private final Hub hub;
    private final ListMethods lists;

    SearchMethods(Hub hub, ListMethods lists) {
        this.hub = hub;
        this.lists = lists;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/search", this::search);
        methods.put("thread/searchOccurrences", this::occurrences);
    }

    private static String term(Params params, String method) {
        var term = params.text("searchTerm").strip();
        if (term.isEmpty()) throw RpcError.invalid(method + " requires a non-empty searchTerm");
        return term;
    }

    private void search(Call call) throws InterruptedException {
        var term = term(call.params(), "thread/search");
        var page = lists.page(call.params());
        var data = new ArrayList<Json>();
        for (var line : page.elements()) {
            data.add(Json.object().with("thread", lists.shown(line)).with("snippet", snippet(line, term)));
        }
        call.answer(Json.object()
                .with("data", Json.array(data))
                .with("nextCursor", page.next())
                .with("backwardsCursor", page.back()));
    }

    /// From the first message that says it; a thread may also be found by its name.
    private String snippet(Threads.Line line, String term) throws InterruptedException {
        var found = found(hub.turns(line.thread()), term);
        if (!found.isEmpty()) return found.getFirst().text("snippet");
        return line.thread().title().isEmpty() ? line.preview() : line.thread().title();
    }

    private void occurrences(Call call) throws InterruptedException {
        var term = term(call.params(), "thread/searchOccurrences");
        var turns = hub.turns(hub.find(call.params().thread()));
        call.answer(Page.plain(
                found(turns, term),
                each -> each.text("turnId") + "/" + each.text("itemId"),
                call.params(),
                USUAL,
                MOST));
    }

    private static List<Json> found(List<TurnView> turns, String term) {
        var found = new ArrayList<Json>();
        for (var turn : turns) {
            for (var item : turn.items()) {
                var text = words(item);
                var at = text.toLowerCase(Locale.ROOT).indexOf(term.toLowerCase(Locale.ROOT));
                if (at >= 0) found.add(occurrence(turn.id().value(), item.id(), text, at, term.length()));
            }
        }
        return found;
    }

    private static String words(ItemView item) {
        return switch (item) {
            case ItemView.AgentText text -> text.text();
            case ItemView.UserText text -> text.text();
            case ItemView _ -> "";
        };
    }

    private static Json occurrence(String turn, String item, String text, int at, int length) {
        var from = Math.max(0, at - AROUND);
        var snippet = text.substring(from, Math.min(text.length(), at + length + AROUND));
        return Json.object()
                .with("turnId", turn)
                .with("itemId", item)
                .with("snippet", snippet)
                .with(
                        "snippetMatchRange",
                        Json.object().with("start", at - from).with("end", at - from + length))
                .with("turnCursor", Page.from(turn));
    }
}
