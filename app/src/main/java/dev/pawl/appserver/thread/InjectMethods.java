package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.hub.Prelude;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.Map;

/// `thread/inject_items`: what a client puts into a thread's history without a turn. The agent
/// reads it with the next request.
final class InjectMethods {
    private final Notes notes;

    InjectMethods(Hub hub) {
        this.notes = new Notes(hub);
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/inject_items", this::inject);
    }

    private void inject(Call call) {
        var thread = notes.durable(call.params());
        var items = call.params().list("items");
        if (items.isEmpty()) throw RpcError.invalid("items must not be empty");
        for (var i = 0; i < items.size(); i++) check(items.get(i), i);
        for (var item : items) Prelude.item(notes, thread, item);
        call.answer(Json.object());
    }

    private static void check(Json item, int index) {
        var missing = item.at("type").text().isEmpty()
                ? "type"
                : item.text("type").equals("message") && item.at("role").text().isEmpty() ? "role" : "";
        if (!missing.isEmpty()) {
            throw RpcError.invalid(
                    "items[" + index + "] is not a valid response item: missing field `" + missing + "`");
        }
    }
}
