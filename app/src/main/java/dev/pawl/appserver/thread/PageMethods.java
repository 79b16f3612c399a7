package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.LoadedThread;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Page;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.codex.ServerItems;
import dev.pawl.codex.ServerTurns;
import dev.pawl.follow.ThreadHistory;
import dev.pawl.follow.ThreadHistory.Direction;
import dev.pawl.follow.ThreadHistory.Start;
import dev.pawl.id.TurnId;
import dev.pawl.json.Json;
import dev.pawl.view.TurnView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// `thread/turns/list` and `thread/items/list`: a thread's history in pages, from either end. A
/// page reads the turns that are in it.
final class PageMethods {
    private static final int USUAL_TURNS = 25;
    private static final int MOST_TURNS = 100;
    private static final int USUAL_ITEMS = 100;
    private static final int MOST_ITEMS = 1000;
    /// How many turns are read at once for a page of items.
    private static final int TURNS_AHEAD = 8;

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

    /// The page that a client wants with `thread/resume`; null when it wants none.
    static Json first(Params params, LoadedThread thread) throws InterruptedException {
        if (!(params.json().at("initialTurnsPage") instanceof Json.Obj wish)) return Json.Null.NULL;
        return page(new Params(wish), thread.history());
    }

    private static Json page(Params params, ThreadHistory history) throws InterruptedException {
        var word = params.optional("itemsView").orElse("summary");
        var view = ServerTurns.Items.ofWord(word)
                .orElseThrow(() -> RpcError.invalid("Invalid request: unknown variant `" + word
                        + "`, expected one of `notLoaded`, `summary`, `full`"));
        var wish = Page.Wish.of(params, params.optional("cursor"), "desc", USUAL_TURNS, MOST_TURNS);
        var cursor = wish.cursor().map(Page::cursor);
        var start = cursor.map(at -> new Start(new TurnId(at.key()), at.inclusive()));
        var found = history.page(start, direction(wish), wish.limit())
                .orElseThrow(() -> Page.gone(wish.cursor().orElse("")));
        return Page.of(found.turns(), turn -> turn.id().value(), found.hasMore())
                .json(turn -> ServerTurns.of(turn, view));
    }

    private static Direction direction(Page.Wish wish) {
        return wish.newestFirst() ? Direction.NEWEST_FIRST : Direction.OLDEST_FIRST;
    }

    /// An item and the turn it is in.
    private record Place(TurnId turn, Json item) {
        String key() {
            return turn + "/" + item.text("id");
        }

        Json.Obj json() {
            return Json.object().with("turnId", turn.value()).with("item", item);
        }
    }

    private void items(Call call) throws InterruptedException {
        var params = call.params();
        var only = params.optional("turnId");
        var wish = Page.Wish.of(params, cursor(params, only), "asc", USUAL_ITEMS, MOST_ITEMS);
        var history = history(call);
        if (only.isPresent()) {
            var turn = history.turn(new TurnId(only.get()))
                    .orElseThrow(() -> RpcError.invalid("no turn " + only.get() + " in the thread"));
            call.answer(Page.of(places(turn), Place::key, wish).json(Place::json));
        } else call.answer(ofAllTurns(history, wish).json(Place::json));
    }

    /// Reads turns until the page is full.
    private static Page<Place> ofAllTurns(ThreadHistory history, Page.Wish wish) throws InterruptedException {
        var cursor = wish.cursor().map(Page::cursor);
        var start = cursor.map(at -> new Start(turnOf(at.key()), true));
        var found = new ArrayList<Place>();
        var isBehind = cursor.isEmpty();
        while (found.size() <= wish.limit()) {
            var page = history.page(start, direction(wish), TURNS_AHEAD)
                    .orElseThrow(() -> Page.gone(wish.cursor().orElse("")));
            for (var turn : page.turns()) {
                var places = wish.newestFirst() ? places(turn).reversed() : places(turn);
                for (var place : places) {
                    var isCursor = !isBehind && place.key().equals(cursor.get().key());
                    if (isBehind || (isCursor && cursor.get().inclusive())) found.add(place);
                    isBehind |= isCursor;
                }
                if (!isBehind) throw Page.gone(wish.cursor().orElse(""));
            }
            if (!page.hasMore()) break;
            start = Optional.of(new Start(page.turns().getLast().id(), false));
        }
        var shown = found.subList(0, Math.min(wish.limit(), found.size()));
        return Page.of(shown, Place::key, found.size() > shown.size());
    }

    private static TurnId turnOf(String key) {
        var slash = key.indexOf('/');
        return new TurnId(slash < 1 ? key : key.substring(0, slash));
    }

    private static List<Place> places(TurnView turn) {
        return turn.items().stream()
                .flatMap(item -> ServerItems.of(item).stream())
                .map(item -> new Place(turn.id(), item))
                .toList();
    }

    /// A cursor of ours, or an item of the turn that is asked for.
    private static Optional<String> cursor(Params params, Optional<String> turn) {
        if (!(params.json().at("cursor") instanceof Json.Obj anchor)) return params.optional("cursor");
        var item = new Params(anchor).text("itemId");
        var in = new Params(anchor).optional("turnId").or(() -> turn);
        if (in.isEmpty()) throw RpcError.invalid("an item as a cursor needs a turnId");
        var key = in.get() + "/" + item;
        return Optional.of(anchor.at("inclusive").equals(Json.of(true)) ? Page.from(key) : Page.after(key));
    }

    private ThreadHistory history(Call call) {
        return hub.history(hub.find(call.params().thread()));
    }
}
