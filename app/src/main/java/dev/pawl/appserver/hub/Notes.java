package dev.pawl.appserver.hub;

import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.gateway.ThreadOperations;
import dev.pawl.id.ThreadId;
import dev.pawl.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// What clients keep beside threads, as JSON by name. It lives as long as the thread does.
public final class Notes {
    public static final String GIT = "git";
    public static final String SECTION = "section";

    private final Hub hub;

    public Notes(Hub hub) {
        this.hub = hub;
    }

    /// The thread that a request is about; one that is gone with the process keeps no notes.
    public ThreadId durable(Params params) {
        var thread = hub.find(params.thread());
        if (hub.keeping(thread.id()) == Backend.Storage.EPHEMERAL) {
            throw RpcError.invalid("ephemeral thread does not support metadata updates: " + thread.id());
        }
        return thread.id();
    }

    /// All that is kept beside a thread.
    public static Json of(ThreadOperations keeping, ThreadId thread) {
        var all = Json.object();
        for (var note : keeping.notes(thread).entrySet()) {
            all = all.with(note.getKey(), Json.parse(note.getValue()));
        }
        return all;
    }

    public Json read(ThreadId thread, String name) {
        var text = keeping(thread).notes(thread).get(name);
        return text == null ? Json.Null.NULL : Json.parse(text);
    }

    public List<Json> list(ThreadId thread, String name) {
        return read(thread, name) instanceof Json.Arr(var elements) ? elements : List.of();
    }

    /// In one step; null takes the note away.
    public Json change(ThreadId thread, String name, UnaryOperator<Json> change) {
        var after = keeping(thread).note(thread, name, before -> {
            var next = change.apply(before.isEmpty() ? Json.Null.NULL : Json.parse(before));
            return next.isNull() ? "" : next.write();
        });
        return after.isEmpty() ? Json.Null.NULL : Json.parse(after);
    }

    /// The same for a list; an empty one is not kept.
    public void changeList(ThreadId thread, String name, UnaryOperator<List<Json>> change) {
        change(thread, name, before -> {
            var elements = before instanceof Json.Arr(var known) ? known : List.<Json>of();
            var next = change.apply(new ArrayList<>(elements));
            return next.isEmpty() ? Json.Null.NULL : Json.array(next);
        });
    }

    /// A note of this name beside every durable thread that has one.
    public Map<String, Json> all(String name) {
        var all = new TreeMap<String, Json>();
        hub.backend()
                .threads(Backend.Storage.DURABLE)
                .noted(name)
                .forEach((thread, text) -> all.put(thread.value(), Json.parse(text)));
        return all;
    }

    private ThreadOperations keeping(ThreadId thread) {
        return hub.backend().threads(hub.keeping(thread));
    }
}
