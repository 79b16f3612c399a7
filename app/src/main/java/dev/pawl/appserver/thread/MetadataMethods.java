package dev.pawl.appserver.thread;

import dev.pawl.appserver.hub.Hub;
import dev.pawl.appserver.hub.Notes;
import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.util.List;
import java.util.Map;

/// `thread/metadata/update`: what a client knows of the repository a thread is about.
final class MetadataMethods {
    private static final List<String> FIELDS = List.of("sha", "branch", "originUrl");

    private final Hub hub;
    private final Notes notes;
    private final ThreadJson json;
    private final ThreadMethods threads;

    MetadataMethods(Hub hub, ThreadJson json, ThreadMethods threads) {
        this.hub = hub;
        this.notes = new Notes(hub);
        this.json = json;
        this.threads = threads;
    }

    void addTo(Map<String, Call.Method> methods) {
        methods.put("thread/metadata/update", this::update);
    }

    private void update(Call call) {
        var params = call.params();
        var id = notes.durable(params);
        for (var field : List.of("projectId", "daybreakEnabled")) {
            if (!params.json().at(field).isNull())
                throw RpcError.invalid("thread metadata has no " + field + " in Pawl");
        }
        if (!(params.json().at("gitInfo") instanceof Json.Obj(var git))) {
            throw RpcError.invalid("thread metadata update must include at least one field");
        }
        if (FIELDS.stream().noneMatch(git::containsKey)) {
            throw RpcError.invalid("gitInfo must include at least one field");
        }
        notes.change(id, Notes.GIT, before -> changed(before, git));
        var thread = hub.find(id);
        var look = threads.look(thread, hub.preview(thread), List.of());
        call.answer(Json.object().with("thread", json.thread(thread, look)));
    }

    /// A null takes the field away, and the last one all of it.
    private static Json changed(Json before, Map<String, Json> given) {
        var after = Json.object();
        var empty = true;
        for (var field : FIELDS) {
            var value = given.containsKey(field) ? given.get(field) : before.at(field);
            after = after.with(field, value == null ? Json.Null.NULL : value);
            empty &= after.at(field).isNull();
        }
        return empty ? Json.Null.NULL : after;
    }
}
