package dev.pawl.appserver.workspace;

import dev.pawl.appserver.rpc.Call;
import dev.pawl.appserver.rpc.Client;
import dev.pawl.appserver.rpc.ClientOutbox;
import dev.pawl.appserver.rpc.Params;
import dev.pawl.appserver.rpc.Rpc;
import dev.pawl.appserver.rpc.RpcError;
import dev.pawl.json.Json;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// `fuzzyFileSearch` and its sessions: files whose path has the letters of a query in this order.
final class FuzzyMethods {
    private final Map<Key, List<Path>> sessions = new ConcurrentHashMap<>();

    private record Key(Client client, String id) {}

    void addTo(Map<String, Call.Method> methods) {
        methods.put("fuzzyFileSearch", call -> call.goOn(this::search));
        methods.put("fuzzyFileSearch/sessionStart", this::start);
        methods.put("fuzzyFileSearch/sessionUpdate", this::update);
        methods.put("fuzzyFileSearch/sessionStop", this::stop);
    }

    private static List<Path> roots(Params params) {
        var roots = new ArrayList<Path>();
        for (var root : params.texts("roots")) {
            try {
                roots.add(Path.of(root));
            } catch (InvalidPathException notPath) {
                throw RpcError.invalid("Invalid request: not a path: " + root);
            }
        }
        return roots;
    }

    private static Json files(String query, List<Path> roots) {
        return Json.array(FuzzyFiles.find(query, roots).stream()
                .map(FuzzyFiles.Match::json)
                .toList());
    }

    private void search(Call call) {
        var params = call.params();
        call.answer(Json.object().with("files", files(params.text("query"), roots(params))));
    }

    private static Key key(Call call) {
        return new Key(call.client(), call.params().text("sessionId"));
    }

    private void start(Call call) {
        var roots = roots(call.params());
        if (roots.isEmpty()) {
            throw RpcError.internal(
                    "failed to start fuzzy file search session: at least one search directory is required");
        }
        var key = key(call);
        sessions.put(key, roots);
        call.client().keep(() -> sessions.remove(key));
        call.answer(Json.object());
    }

    private void update(Call call) {
        var key = key(call);
        var roots = sessions.get(key);
        if (roots == null) throw RpcError.invalid("fuzzy file search session not found: " + key.id());
        var query = call.params().text("query");
        call.answer(Json.object());
        Thread.startVirtualThread(() -> {
            var found = files(query, roots);
            if (!sessions.containsKey(key)) return;
            var session = Json.object().with("sessionId", key.id());
            tell(
                    key,
                    "fuzzyFileSearch/sessionUpdated",
                    session.with("query", query).with("files", found));
            tell(key, "fuzzyFileSearch/sessionCompleted", session);
        });
    }

    private static void tell(Key key, String method, Json params) {
        key.client().tell(method, ClientOutbox.bytes(Rpc.notification(method, params)));
    }

    private void stop(Call call) {
        sessions.remove(key(call));
        call.answer(Json.object());
    }
}
