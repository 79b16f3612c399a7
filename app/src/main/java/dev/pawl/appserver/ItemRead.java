package dev.pawl.appserver;

import dev.pawl.api.ApiError;
import dev.pawl.api.ApiMethod;
import dev.pawl.api.ApiParams;
import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.codex.ServerTurns;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import dev.pawl.view.TurnView;
import java.util.List;

/// `pawl/item/read`: one item of a thread, whole.
record ItemRead(Hub hub) implements ApiMethod {
    @Override
    public Json call(ApiParams params) throws InterruptedException {
        var thread = text(params, "threadId");
        var turn = text(params, "turnId");
        var item = text(params, "itemId");
        for (var one : turns(thread)) {
            if (!one.id().value().equals(turn)) continue;
            for (var found : ServerTurns.of(one, ServerTurns.Items.FULL).list("items")) {
                if (found.text("id", "").equals(item)) return Json.object().with("item", found);
            }
            throw ApiError.of("itemId", "the turn has no item " + item);
        }
        throw ApiError.of("turnId", "the thread has no turn " + turn);
    }

    private List<TurnView> turns(String thread) throws InterruptedException {
        try {
            return hub.history(hub.find(new ThreadId(thread))).all();
        } catch (RpcError | IllegalArgumentException unknown) {
            throw ApiError.of("threadId", "there is no thread " + thread);
        }
    }

    private static String text(ApiParams params, String name) {
        return params.json().at(name).text().orElseThrow(() -> ApiError.of(name, "must be a string"));
    }
}
