package dev.pawl.appserver;

import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `thread/turns/list` and `thread/items/list`: a thread's history in pages, from either end.
final class PageMethods {
    private static final int USUAL_TURNS = 25;
    private static final int MOST_TURNS = 100;
    private static final int USUAL_ITEMS = 100;
    private static final int MOST_ITEMS = 1000;

    private final Hub hub;

    PageMethods(Hub hub) {
        this.hub = hub;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/turns/list", this::turns);
        methods.put("thread/items/list", this::items);
    }

    private void turns(Call call) throws InterruptedException {
        call.answer(page(call.params(), history(call)));
    }

    private static Json page(Params params, List<Json.Obj> turns) {
        var view = params.optional("itemsView").orElse("summary");
        var wish = Page.Wish.of(params, params.optional("cursor"), "desc", USUAL_TURNS, MOST_TURNS);
        var page = Page.of(turns, PageMethods::id, wish);
        return page.json(turn -> turn.with("itemsView", view).with("items", Json.array(shown(turn, view))));
    }

    /// The page that a client wants with `thread/resume`; null when it wants none.
    static Json first(Params params, LoadedThread thread) throws InterruptedException {
        if (!(params.json().at("initialTurnsPage") instanceof Json.Obj wish)) return ItemJson.NULL;
        return page(new Params(wish), thread.history().turns());
    }

    /// A summary is what was asked and what was answered last.
    private static List<Json> shown(Json.Obj turn, String view) {
        var items = items(turn);
        return switch (view) {
            case "full" -> items;
            case "notLoaded" -> List.of();
            case "summary" -> {
                var summary = new ArrayList<Json>();
                items.stream()
                        .filter(item -> isOf(item, "userMessage"))
                        .findFirst()
                        .ifPresent(summary::add);
                items.reversed().stream()
                        .filter(item -> isOf(item, "agentMessage"))
                        .findFirst()
                        .ifPresent(summary::add);
                yield summary;
            }
            default ->
                throw RpcError.invalid("Invalid request: unknown variant `" + view
                        + "`, expected one of `notLoaded`, `summary`, `full`");
        };
    }

    private static boolean isOf(Json item, String type) {
        return item.text("type").equals(type);
    }

    /// An item and the turn it is in.
    private record Place(String turn, Json item) {
        String key() {
            return turn + "/" + item.text("id");
        }

        Json.Obj json() {
            return Json.object().with("turnId", turn).with("item", item);
        }
    }

    private void items(Call call) throws InterruptedException {
        var params = call.params();
        var only = params.optional("turnId");
        var wish = Page.Wish.of(params, cursor(params, only), "asc", USUAL_ITEMS, MOST_ITEMS);
        var turns = history(call).stream()
                .filter(turn -> only.isEmpty() || only.get().equals(id(turn)))
                .toList();
        if (only.isPresent() && turns.isEmpty()) throw RpcError.invalid("no turn " + only.get() + " in the thread");
        var places = turns.stream()
                .flatMap(turn -> items(turn).stream().map(item -> new Place(id(turn), item)))
                .toList();
        call.answer(Page.of(places, Place::key, wish).json(Place::json));
    }

    /// A cursor of ours, or an item of the turn that is asked for.
    private static Optional<String> cursor(Params params, Optional<String> turn) {
        if (!(params.json().at("cursor") instanceof Json.Obj anchor)) return params.optional("cursor");
        var item = new Params(anchor).text("itemId");
        if (turn.isEmpty()) throw RpcError.invalid("an item as a cursor needs a turnId");
        return Optional.of(Page.after(turn.get() + "/" + item));
    }

    private List<Json.Obj> history(Call call) throws InterruptedException {
        return hub.history(hub.find(call.params().thread())).turns();
    }

    private static String id(Json.Obj turn) {
        return turn.text("id");
    }

    private static List<Json> items(Json.Obj turn) {
        return turn.at("items") instanceof Json.Arr(var items) ? items : List.of();
    }
}
